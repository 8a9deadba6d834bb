import { entryQuery } from '#features/library/web/library.api.ts'
import type { GameId } from '#shared/ids.ts'
import type { LoadContext } from '#web/page.ts'

/** Loads the viewer's entry of a game for its panel, and the playthroughs of an entry. */
export async function loadEntry(client: LoadContext['client'], id: GameId): Promise<void> {
  await client.prefetchQuery(entryQuery(id))
  if (!client.getQueryData(entryQuery(id).queryKey)) return
  const { playLogQuery } = await import('#features/play-log/web/play-sessions/play-log.api.ts')
  await client.prefetchQuery(playLogQuery(id))
}
