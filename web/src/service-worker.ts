// Keeps the page for times without a network: what the network has comes first, then what was kept.

declare const self: ServiceWorkerGlobalScope;
declare const VERSION: string;
declare const FILES: string[];

const CACHE = `crosscram-${VERSION}`;

self.addEventListener("install", (event) => {
  const keep = async (): Promise<void> => {
    const cache = await caches.open(CACHE);
    await cache.addAll(["./", ...FILES.map((file) => `./${file}`)]);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async (): Promise<void> => {
    const names = (await caches.keys()).filter((name) => name.startsWith("crosscram-") && name !== CACHE);
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(self.registration.scope);
  const ours = request.method === "GET" && url.origin === scope.origin && url.pathname.startsWith(scope.pathname);
  if (!ours || url.pathname.startsWith(`${scope.pathname}api/`)) return;
  const answer = async (): Promise<Response> => {
    try {
      return await fetch(request);
    } catch (error) {
      const kept = await caches.match(request, { ignoreSearch: true });
      if (kept) return kept;
      throw error;
    }
  };
  event.respondWith(answer());
});
export {};
