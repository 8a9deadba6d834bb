import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import { memberName } from '#shared/member-name.ts'
import { bidiIsolated } from '#shared/quoted-text.ts'
import { lengthOf } from '#shared/text.ts'
import { CallError, call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { findSubjectKind } from '#web/subjects.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { Decision, PutBackForm } from '../report-form.schemas.ts'
import type { ReportedItem } from '../reports.contract.ts'
import { handleReports, putContentBack } from '../reports.endpoints.ts'
import { TEXT_MAX } from '../reports.rules.ts'
import { type Choice, choiceWords, kindName } from '../reports.texts.ts'
import { hasFacts } from './item-kind.ts'

interface Fields {
  action: Choice
  note: string
}

const RESOLVER = formResolver<Fields>(Decision)
const PUT_BACK_RESOLVER = formResolver<Fields>(PutBackForm)

/** Asks for confirmation and for the text that goes with the decision. */
export function DecisionDialog(props: { item: ReportedItem; choice: Choice; onClose: () => void }) {
  const { item, choice, onClose } = props
  const isBack = choice === 'put back'
  const client = useQueryClient()
  const form = useForm<Fields>({
    resolver: isBack ? PUT_BACK_RESOLVER : RESOLVER,
    defaultValues: { action: choice, note: '' },
  })
  const { errors, isSubmitting } = form.formState
  const note = form.watch('note') ?? ''
  const words = choiceWords(choice, hasFacts(item))
  const named = (text: string) =>
    text
      .replaceAll('NAME', item.author ? bidiIsolated(memberName(item.author)) : 'its author')
      .replaceAll('KIND', kindName(findSubjectKind(item.item_type)))
  const submit = form.handleSubmit((decision) => decide(client, props, decision))
  return (
    <Dialog
      open
      isTyped={note !== ''}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={named(words.title)}
      description={named(words.text)}
      size="question"
      onSubmit={submit}
      footer={
        <DialogButtons
          label={words.label}
          onCancel={onClose}
          kind={choice === 'disable' ? 'danger' : 'solid'}
          busy={isSubmitting}
          busyLabel="Saving…"
          data-first={words.note === null || undefined}
        />
      }
    >
      {words.note && (
        <Field
          label={named(words.note.label)}
          hint={words.note.hint}
          error={errors.note?.message}
          counter={`${lengthOf(note.trim())} / ${TEXT_MAX}`}
        >
          <TextArea dir="auto" {...form.register('note')} />
        </Field>
      )}
    </Dialog>
  )
}

async function decide(
  client: QueryClient,
  { item, choice, onClose }: { item: ReportedItem; choice: Choice; onClose: () => void },
  decision: Fields,
): Promise<void> {
  const params = { itemType: item.item_type, itemId: item.item_id }
  try {
    if (choice === 'put back') await call(putContentBack, { params, body: { note: decision.note } })
    else await call(handleReports, { params, body: decision as Decision })
    toast({ title: choiceWords(choice, hasFacts(item)).done })
    onClose()
  } catch (error) {
    showFailure('Nothing was changed', error)
    // Another admin was faster, so there is nothing left to decide.
    if (error instanceof CallError && (error.code === 'already_handled' || error.code === 'not_hidden')) onClose()
  }
  await client.invalidateQueries({ queryKey: adminKeys.all })
}
