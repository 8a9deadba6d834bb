import { useMutation } from '@tanstack/react-query'
import type { ListId } from '#shared/ids.ts'
import type { MenuItem } from '#web/ui/menu-entries.ts'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { HOME_LIST_TEXTS } from '../home-lists.texts.ts'
import type { ListPage } from '../lists.contract.ts'
import { LIST_FILES, listFilePath } from '../lists.rules.ts'
import { pinToHomeMutation } from './home-lists.api.ts'

/** Returns the menu entry of the owner that pins a list to the home page, or unpins it. */
export function useHomeEntry({ id, is_on_home }: Pick<ListPage, 'id' | 'is_on_home'>): MenuItem {
  const pin = useMutation(pinToHomeMutation())
  const onSelect = () =>
    pin.mutate(
      { listId: id, is_on_home: !is_on_home },
      {
        onSuccess: (now) => toast({ title: now.is_on_home ? HOME_LIST_TEXTS.pinned : HOME_LIST_TEXTS.unpinned }),
        onError: (error) => showFailure(HOME_LIST_TEXTS.notChanged, error),
      },
    )
  return { label: is_on_home ? HOME_LIST_TEXTS.unpin : HOME_LIST_TEXTS.pin, icon: 'home', onSelect }
}

/** Returns the menu entries that download a list. */
export const fileEntries = (id: ListId): MenuItem[] =>
  LIST_FILES.map((file) => ({
    label: `Download as ${file.toUpperCase()}`,
    icon: 'download',
    href: listFilePath(id, file),
  }))
