import { gameMenuEntries, libraryWritten } from '#features/library/web/library.slots.ts'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { type Contribution, fill } from '#web/slots.tsx'
import { everyPage, featurePages, subjectKinds } from '#web/web.slots.ts'
import { ADD_TO_LIST } from '../list-menu.texts.ts'
import { listsPages } from '../lists.pages.ts'
import { LIST } from '../lists.subject.ts'
import { addToListRequests } from './add-to-list.ts'

export const listsContributions: readonly Contribution[] = [
  fill(featurePages, listsPages),
  fill(subjectKinds, LIST),
  fill(
    everyPage,
    lazyHydrated(() => import('./add-to-list-host.tsx'), 'AddToListHost'),
  ),
  fill(gameMenuEntries, (game) => ({
    label: ADD_TO_LIST,
    icon: 'list',
    onSelect: () => addToListRequests.set(game),
  })),
  // The reader's progress in a list depends on the library.
  fill(libraryWritten, (client) => void client.invalidateQueries({ queryKey: ['lists', 'one'] })),
]
