import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { gameOfPage } from '#features/catalogue/web/catalogue.api.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, pageActions } from '#web/web.slots.ts'
import { gamePagesPages } from '../game-pages.pages.ts'
import { LOG_WORDS, logText } from '../log-action.texts.ts'

export const gamePagesContributions: readonly Contribution[] = [
  fill(featurePages, gamePagesPages),
  fill(pageActions, ({ pathname, client }) => {
    const game = gameOfPage(client, pathname)
    if (!game) return []
    const viewer = client.getQueryData(sessionQuery().queryKey)?.user ?? null
    const run = async () => {
      const { openLog } = await import('#features/game-actions/web/log-key.widgets.tsx')
      await openLog(viewer, game)
    }
    return [
      {
        key: `log ${game.id}`,
        order: 10,
        label: logText(game.name),
        words: LOG_WORDS,
        icon: 'plus',
        run: () => void run(),
      },
    ]
  }),
]
