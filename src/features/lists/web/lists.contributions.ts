import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { gameOfPage } from '#features/catalogue/web/catalogue.api.ts'
import { gameMenuEntries, libraryWritten } from '#features/library/web/library.slots.ts'
import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import type { ListId } from '#shared/ids.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, pageActions, subjectKinds } from '#web/web.slots.ts'
import { ADD_GAME, ADD_GAME_WORDS, ADD_TO_LIST, addToListText, LIST_ACTION_WORDS } from '../list-menu.texts.ts'
import type { ListPage } from '../lists.contract.ts'
import { NEW_GAMES } from '../lists.notifications.ts'
import { listsPages } from '../lists.pages.ts'
import { LIST } from '../lists.subject.ts'
import { addGamesRequests, askForLists } from './add-to-list.ts'
import { listKeys } from './lists-keys.ts'

export const listsContributions: readonly Contribution[] = [
  fill(featurePages, listsPages),
  fill(subjectKinds, LIST),
  fill(notificationKinds, NEW_GAMES),
  fill(gameMenuEntries, (game) => ({
    label: ADD_TO_LIST,
    icon: 'list',
    onSelect: () => askForLists(game),
  })),
  fill(pageActions, ({ pathname, client }) => {
    const game = gameOfPage(client, pathname)
    const words = LIST_ACTION_WORDS
    return game && client.getQueryData(sessionQuery().queryKey)?.user
      ? [
          {
            key: `list ${game.id}`,
            order: 20,
            label: addToListText(game.name),
            words,
            icon: 'list',
            run: () => askForLists(game),
          },
        ]
      : []
  }),
  fill(pageActions, ({ pathname, client }) => {
    const id = (/^\/lists\/([^/]+)$/.exec(pathname)?.[1] ?? '').toLowerCase() as ListId
    const run = () => addGamesRequests.set(id)
    const list = client.getQueryData<ListPage>(listKeys.one(id))
    return list?.viewerCan.edit && !list.smart
      ? [{ key: `add ${id}`, label: ADD_GAME, words: ADD_GAME_WORDS, icon: 'plus', run }]
      : []
  }),
  // The reader's progress in a list depends on the library.
  fill(libraryWritten, (client) => {
    void client.invalidateQueries({ queryKey: ['lists', 'one'] })
    void client.invalidateQueries({ queryKey: listKeys.browse })
  }),
]
