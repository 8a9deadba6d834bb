import { useForm } from 'react-hook-form'
import { lengthOf } from '#shared/text.ts'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import type { ReportRequest } from '#web/report.tsx'
import { requireSubjectKind } from '#web/subjects.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, Radio, TextArea, TextInput } from '#web/ui/field.tsx'
import { FACT_DIALOG_TEXTS } from '../report-dialog.texts.ts'
import { FactForm } from '../report-form.schemas.ts'
import { reportFact } from '../reports.endpoints.ts'
import { TEXT_MAX } from '../reports.rules.ts'
import { sendReport } from './send-report.ts'

const RESOLVER = formResolver(FactForm)

/** Asks which fact is wrong, what is right, and where that stands (G21). */
export function FactDialog({ request, onClose }: { request: ReportRequest; onClose: () => void }) {
  const form = useForm<FactForm>({ resolver: RESOLVER, defaultValues: { text: '', source: '' } })
  const { errors, isSubmitting } = form.formState
  const { text = '', source = '' } = form.watch()
  const { subjectType: item_type, subjectId: item_id } = request.subject
  const { facts = {} } = requireSubjectKind(item_type)
  const submit = form.handleSubmit((values) =>
    sendReport(() => call(reportFact, { body: { ...values, item_type, item_id } }), onClose),
  )
  return (
    <Dialog
      open
      isTyped={text !== '' || source !== ''}
      isSaving={isSubmitting}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Report ${request.name}`}
      description={FACT_DIALOG_TEXTS.about}
      size="question"
      onSubmit={submit}
      footer={<DialogButtons label="Report" onCancel={onClose} busy={isSubmitting} busyLabel="Reporting…" />}
    >
      <Field group label={FACT_DIALOG_TEXTS.fact} error={errors.fact?.message}>
        <div className="grid gap-1">
          {Object.entries(facts).map(([fact, words]) => (
            <Radio key={fact} {...form.register('fact')} value={fact} label={words} />
          ))}
        </div>
      </Field>
      <Field
        label={FACT_DIALOG_TEXTS.text}
        className="mt-4"
        error={errors.text?.message}
        counter={`${lengthOf(text.trim())} / ${TEXT_MAX}`}
      >
        <TextArea rows={3} dir="auto" {...form.register('text')} />
      </Field>
      <Field
        label={FACT_DIALOG_TEXTS.source}
        className="mt-4"
        hint={FACT_DIALOG_TEXTS.sourceHint}
        error={errors.source?.message}
      >
        <TextInput type="url" inputMode="url" dir="ltr" {...form.register('source')} />
      </Field>
    </Dialog>
  )
}
