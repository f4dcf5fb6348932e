include Z
