import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { type Resolver, useForm } from 'react-hook-form'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import { profileName } from '#features/profiles/profiles.rules.ts'
import { CallError, call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { Decision } from '../report-form.contract.ts'
import { handleReports, type ReportedItem } from '../reports.contract.ts'
import { KIND_WORDS, OUTCOME_WORDS } from '../reports.messages.ts'
import { lengthOf, type Outcome, TEXT_MAX } from '../reports.rules.ts'

interface Fields {
  action: Outcome
  note: string
}

const RESOLVER = standardSchemaResolver(Decision) as unknown as Resolver<Fields>

/** Asks before anything is done, and for the words that go with it. */
export function DecisionDialog(props: { item: ReportedItem; outcome: Outcome; onClose: () => void }) {
  const { item, outcome, onClose } = props
  const client = useQueryClient()
  const form = useForm<Fields>({ resolver: RESOLVER, defaultValues: { action: outcome, note: '' } })
  const { errors, isSubmitting } = form.formState
  const note = form.watch('note') ?? ''
  const words = OUTCOME_WORDS[outcome]
  const named = (text: string) =>
    text
      .replaceAll('NAME', item.author ? profileName(item.author) : 'its author')
      .replaceAll('KIND', KIND_WORDS[item.item_type])
  const submit = form.handleSubmit(async (decision) => {
    const params = { itemType: item.item_type, itemId: item.item_id }
    try {
      await call(handleReports, { params, body: decision as Decision })
      toast({ title: words.done })
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast({ title: 'Nothing was changed', description: error.message, tone: 'danger' })
      // Somebody was quicker: there is nothing left to decide.
      if (error.code === 'already_handled') onClose()
    }
    await client.invalidateQueries({ queryKey: adminKeys.all })
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={named(words.title)}
      description={named(words.text)}
      size="question"
      onSubmit={submit}
      footer={
        <>
          <Button kind="quiet" className="ml-auto" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            kind={outcome === 'disable' ? 'danger' : 'solid'}
            busy={isSubmitting}
            busyLabel="Saving…"
            data-first={outcome === 'keep' || undefined}
          >
            {words.label}
          </Button>
        </>
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
