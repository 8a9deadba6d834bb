/** The worker announces here that the copies or what waits have changed. */
export const KEPT_CHANNEL = 'savepoint.kept'

export function announceKept(): void {
  const channel = new BroadcastChannel(KEPT_CHANNEL)
  channel.postMessage('changed')
  channel.close()
}
