import { CallError } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { REPORT_THANKS } from '../reports.texts.ts'

/** Sends a report with `send`. The dialog stays open with its text, unless the item is already reported. */
export async function sendReport(send: () => Promise<unknown>, onClose: () => void): Promise<void> {
  try {
    await send()
    toast({ title: 'Reported', description: REPORT_THANKS })
    onClose()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const isDone = error.code === 'already_reported'
    toast({
      title: isDone ? 'Reported before' : 'Not reported',
      description: error.message,
      ...(!isDone && { tone: 'danger' }),
    })
    if (isDone) onClose()
  }
}
