import type { QueryClient } from '@tanstack/react-query'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import type { Achievement } from '#features/catalogue/game-achievements.contract.ts'
import type { Entry } from '#features/library/library.contract.ts'
import { achievementsAfterTicks } from '#features/library/library.rules.ts'
import { writeAchievementNumber } from '#features/library/web/achievement-number.api.ts'
import { entryQuery } from '#features/library/web/library.api.ts'
import type { AchievementId, GameId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { lockAchievement, unlockAchievement } from '../achievements.endpoints.ts'
import { ACHIEVEMENT_TEXTS } from '../achievements.texts.ts'
import { achievementKeys, gameTicksQuery, type Ticks } from './achievements.api.ts'

interface Change {
  achievement: Pick<Achievement, 'id' | 'name'>
  /** When it was unlocked, for an undo. By default now; null unticks it. */
  at: string | 'now' | null
  isUndo?: boolean
}

/**
 * Ticks or unticks an achievement of a game in the viewer's library. The page shows it at once, together with the number of the
 * entry; a toast can undo it. When it fails, the page shows the former state, and a toast says why.
 */
export async function setTick(client: QueryClient, entry: Entry, change: Change): Promise<void> {
  const { id, name } = change.achievement
  const gameId = entry.game_id as GameId
  const { queryKey } = gameTicksQuery(gameId, entry.id)
  // A read that is under way would bring back the state before the tick.
  void client.cancelQueries({ queryKey })
  const ticks = client.getQueryData(queryKey) ?? {}
  const former = ticks[id] ?? null
  const show = (at: string | null) =>
    client.setQueryData(queryKey, ({ [id]: _, ...others }: Ticks = {}) =>
      at === null ? others : { ...others, [id]: at },
    )
  show(change.at === 'now' ? new Date().toISOString() : change.at)

  const before = Object.keys(ticks).length
  const after = Object.keys(client.getQueryData(queryKey) ?? {}).length
  const shown = client.getQueryData(entryQuery(gameId).queryKey) ?? entry
  const params = { achievementId: id as AchievementId }
  const send = async () => {
    const { at } = change
    if (at === null) return (await call(lockAchievement, { params }, { client })).entry
    return (await call(unlockAchievement, { params, body: at === 'now' ? {} : { unlocked_at: at } }, { client })).entry
  }
  const failure = change.at === null ? ACHIEVEMENT_TEXTS.untickFailed : ACHIEVEMENT_TEXTS.tickFailed
  try {
    const number = achievementsAfterTicks(shown.achievements_completed, before, after)
    await writeAchievementNumber(client, gameId, { number, failure, send })
  } catch (error) {
    show(former)
    report(error instanceof Error ? error.cause : error, failure, () => void setTick(client, entry, change))
    return
  }
  void client.invalidateQueries({ queryKey: achievementKeys.shown })
  if (change.isUndo) return
  toast({
    title: change.at === null ? 'Tick removed' : 'Achievement unlocked',
    description: name,
    undo: () => void setTick(client, entry, { ...change, at: change.at === null ? former : null, isUndo: true }),
  })
}

function report(cause: unknown, failure: string, again: () => void): void {
  if (cause instanceof CallError && cause.status === 401)
    requestSignIn({ description: ACHIEVEMENT_TEXTS.signInToTick, onSuccess: again })
  else showFailure(failure, cause)
}
