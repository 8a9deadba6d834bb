import { call } from '#web/call.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { runJobText } from '../admin.texts.ts'
import type { AdminJob } from '../admin-jobs.contract.ts'
import { runJob } from '../admin-jobs.endpoints.ts'

/** Asks for confirmation before a job is queued outside its schedule. */
export function RunJobDialog({ job, onClose, onDone }: { job: AdminJob; onClose: () => void; onDone: () => unknown }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Run ${job.name} now?`}
      text={runJobText(job.about ?? '').trim()}
      confirmLabel="Run now"
      busyLabel="Queueing…"
      onConfirm={async () => {
        try {
          await call(runJob, { params: { name: job.name }, body: {} })
          toast({ title: 'Queued', description: job.name })
        } catch (error) {
          showFailure('Nothing was changed', error)
        }
        await onDone()
      }}
    />
  )
}
