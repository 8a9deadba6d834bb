/**
 * Removes everything that the service worker has stored, and the worker itself. A device that gets push notifications keeps the worker,
 * because the browser ends its subscription with it.
 */
export async function clearDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return
  if (!(await registration.pushManager?.getSubscription())) await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
  indexedDB.deleteDatabase('savepoint')
}
