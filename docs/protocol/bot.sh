#!/bin/sh
# The smallest player for crosscram: always the first legal move.
#
#     crosscram match "cmd:sh docs/protocol/bot.sh" random
while read -r line; do
    case $line in
    '{"type":"hello"'*)
        echo '{"type":"ready","protocol":1}'
        ;;
    '{"type":"turn"'*)
        moves=${line#*'"moves":["'}
        echo "{\"type\":\"move\",\"move\":\"${moves%%'"'*}\"}"
        ;;
    '{"type":"quit"'*)
        exit
        ;;
    esac
done
