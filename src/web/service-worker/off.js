// Answers /service-worker.js where the operator has set SERVICE_WORKER=off: it takes the place of the worker that a browser has,
// removes what that one has stored, and then itself. Pages go on without a worker.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      indexedDB.deleteDatabase('savepoint')
      await self.registration.unregister()
    })(),
  ),
)
