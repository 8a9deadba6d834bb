import { useForm } from 'react-hook-form'
import { lengthOf } from '#shared/text.ts'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import type { ReportRequest } from '#web/report.tsx'
import { requireSubjectKind } from '#web/subjects.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, Radio, TextArea } from '#web/ui/field.tsx'
import { REPORT_DIALOG_TEXTS } from '../report-dialog.texts.ts'
import { ReportForm } from '../report-form.schemas.ts'
import { createReport } from '../reports.endpoints.ts'
import { REASONS, TEXT_MAX } from '../reports.rules.ts'
import { REASON_WORDS } from '../reports.texts.ts'
import { sendReport } from './send-report.ts'

const RESOLVER = formResolver(ReportForm)

/** Asks for the reason of a report, and for a text to the admins (G21). */
export function ReportDialog({ request, onClose }: { request: ReportRequest; onClose: () => void }) {
  const form = useForm<ReportForm>({ resolver: RESOLVER, defaultValues: { text: '' } })
  const { errors, isSubmitting } = form.formState
  const text = form.watch('text') ?? ''
  const { subjectType: item_type, subjectId: item_id } = request.subject
  const { reportNote } = requireSubjectKind(item_type)
  const submit = form.handleSubmit((values) =>
    sendReport(() => call(createReport, { body: { ...values, item_type, item_id } }), onClose),
  )
  return (
    <Dialog
      open
      isTyped={text !== ''}
      isSaving={isSubmitting}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Report ${request.name}`}
      description={[REPORT_DIALOG_TEXTS.onlyAdmins, reportNote].filter(Boolean).join(' ')}
      size="question"
      onSubmit={(event) => {
        // The dialog may stand inside another form’s dialog.
        event.stopPropagation()
        void submit(event)
      }}
      footer={<DialogButtons label="Report" onCancel={onClose} busy={isSubmitting} busyLabel="Reporting…" />}
    >
      <Field group label={REPORT_DIALOG_TEXTS.reason} error={errors.reason?.message}>
        <div className="grid gap-1">
          {REASONS.map((reason) => (
            <Radio
              key={reason}
              {...form.register('reason')}
              value={reason}
              label={REASON_WORDS[reason].name}
              hint={REASON_WORDS[reason].text}
            />
          ))}
        </div>
      </Field>
      <Field
        label={REPORT_DIALOG_TEXTS.note}
        className="mt-4"
        hint="Optional."
        error={errors.text?.message}
        counter={`${lengthOf(text.trim())} / ${TEXT_MAX}`}
      >
        <TextArea rows={3} dir="auto" {...form.register('text')} />
      </Field>
    </Dialog>
  )
}
