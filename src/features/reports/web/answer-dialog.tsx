import { useQueryClient } from '@tanstack/react-query'
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
import { APPEALS_TEXTS as TEXTS } from '../admin-appeals.texts.ts'
import type { WaitingAppeal } from '../appeals.contract.ts'
import { answerAppeal } from '../appeals.endpoints.ts'
import { ANSWER_MAX } from '../appeals.rules.ts'
import { AppealAnswer } from '../appeals.schemas.ts'
import { kindName } from '../reports.texts.ts'

interface Fields {
  decision: 'accept' | 'decline'
  answer: string
}

interface AnswerProps {
  appeal: WaitingAppeal
  decision: Fields['decision']
  onClose: () => void
}

const RESOLVER = formResolver<Fields>(AppealAnswer)

/** Asks for confirmation, and for the sentence that goes with a declined appeal. */
export function AnswerDialog({ appeal, decision, onClose }: AnswerProps) {
  const form = useForm<Fields>({ resolver: RESOLVER, defaultValues: { decision, answer: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = useAnswer(appeal, onClose)
  const answer = form.watch('answer') ?? ''
  const isAccepted = decision === 'accept'
  const about = appeal.kind === 'suspension' ? 'account' : 'text'
  const named = (text: string) =>
    text
      .replaceAll('NAME', bidiIsolated(memberName(appeal.author)))
      .replaceAll('KIND', kindName(findSubjectKind(appeal.type ?? undefined)))
  return (
    <Dialog
      open
      isTyped={answer !== ''}
      isSaving={isSubmitting}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={named(isAccepted ? TEXTS.acceptTitle[about] : TEXTS.declineTitle)}
      description={named((isAccepted ? TEXTS.acceptText : TEXTS.declineText)[about])}
      size="question"
      onSubmit={form.handleSubmit(submit)}
      footer={
        <DialogButtons
          label={isAccepted ? 'Accept' : 'Decline'}
          onCancel={onClose}
          kind={isAccepted ? 'solid' : 'danger'}
          busy={isSubmitting}
          busyLabel="Saving…"
          data-first={isAccepted || undefined}
        />
      }
    >
      {!isAccepted && (
        <Field
          label={TEXTS.why}
          hint={TEXTS.whyHint}
          error={errors.answer?.message}
          counter={`${lengthOf(answer.trim())} / ${ANSWER_MAX}`}
        >
          <TextArea dir="auto" {...form.register('answer')} />
        </Field>
      )}
    </Dialog>
  )
}

function useAnswer({ id }: WaitingAppeal, onClose: () => void) {
  const client = useQueryClient()
  return async (draft: Fields): Promise<void> => {
    try {
      await call(answerAppeal, { params: { appealId: id }, body: draft })
      toast({ title: draft.decision === 'accept' ? TEXTS.accepted : TEXTS.declined })
      onClose()
    } catch (error) {
      showFailure(TEXTS.failed, error)
      // Somebody was faster, so there is nothing left to answer.
      if (error instanceof CallError && error.status === 409) onClose()
    }
    await client.invalidateQueries({ queryKey: adminKeys.all })
  }
}
