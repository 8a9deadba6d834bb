import { useState } from 'react'
import { networkTextOf } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { CHOICE_STILL_HERE } from '../pins.texts.ts'
import { PINS_DIALOG_TEXTS } from '../pins-dialog.texts.ts'

/**
 * Saves the choice of a dialog. A choice of another device since `before` is replaced only after the member has seen it.
 * `read` returns the present choice if the error is a conflict, otherwise null.
 */
export function useSaveChoice<Item>(options: {
  before: readonly Item[]
  send: (seen: readonly Item[]) => Promise<unknown>
  read: (error: unknown) => Promise<readonly Item[] | null>
  nameOf: (item: Item) => string
  titles: { saved: string; failed: string; changed: string }
  onClose: () => void
}) {
  const { send, read, nameOf, titles, onClose } = options
  const [seen, setSeen] = useState(options.before)
  return async () => {
    try {
      await send(seen)
      toast({ title: titles.saved })
      onClose()
    } catch (error) {
      const now = await read(error).catch(() => null)
      if (now) setSeen(now)
      toast({
        title: now ? titles.changed : titles.failed,
        description: now
          ? PINS_DIALOG_TEXTS.changedMeanwhile(now.map(nameOf).join(', ') || 'nothing')
          : (networkTextOf(error) ?? CHOICE_STILL_HERE),
        tone: 'danger',
      })
    }
  }
}
