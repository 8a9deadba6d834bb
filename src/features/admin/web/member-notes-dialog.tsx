import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { memberName } from '#shared/member-name.ts'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import type { AdminUser } from '../admin.contract.ts'
import type { MemberNote } from '../member-notes.contract.ts'
import { addMemberNote, deleteMemberNote, listMemberNotes } from '../member-notes.endpoints.ts'
import { MemberNoteForm } from '../member-notes.schemas.ts'
import { MEMBER_NOTE_TEXTS as TEXTS } from '../member-notes.texts.ts'
import { adminKeys } from './admin.api.ts'

const notesQuery = (userId: AdminUser['id']) =>
  queryOptions({
    queryKey: [...adminKeys.all, 'notes', userId],
    queryFn: ({ client, signal }) => call(listMemberNotes, { params: { userId } }, { client, signal }),
    staleTime: 0,
  })

const RESOLVER = formResolver<{ note: string }>(MemberNoteForm)

/** The notes of admins about a member, with a field for another one. */
export function MemberNotesDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(notesQuery(user.id))
  const form = useForm({ resolver: RESOLVER, defaultValues: { note: '' } })
  const { errors, isSubmitting } = form.formState
  const refresh = () => client.invalidateQueries({ queryKey: notesQuery(user.id).queryKey })
  const submit = form.handleSubmit(async (body) => {
    try {
      await call(addMemberNote, { params: { userId: user.id }, body })
      form.reset()
      toast({ title: TEXTS.added })
      await refresh()
    } catch (error) {
      showFailure(TEXTS.failed, error)
    }
  })
  const remove = async ({ id }: MemberNote) => {
    try {
      await call(deleteMemberNote, { params: { userId: user.id, noteId: id } })
      toast({ title: TEXTS.deleted })
    } catch (error) {
      showFailure(TEXTS.failed, error)
    }
    await refresh()
  }
  return (
    <Dialog
      open
      isTyped={form.watch('note') !== ''}
      isSaving={isSubmitting}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Notes about ${memberName(user, 'this member')}`}
      description={TEXTS.about}
      size="question"
      onSubmit={submit}
      footer={
        <DialogButtons label="Add note" onCancel={onClose} kind="solid" busy={isSubmitting} busyLabel="Saving…" />
      }
    >
      <div className="grid gap-4.5">
        <Field label={TEXTS.label} error={errors.note?.message}>
          <TextArea {...form.register('note')} rows={3} dir="auto" />
        </Field>
        {isError && !data && <ErrorState text={TEXTS.notLoaded} onRetry={() => void refetch()} />}
        {data?.notes.length === 0 && <p className="text-14 text-text-2">{TEXTS.none}</p>}
        <ul className="grid gap-3 empty:hidden" aria-label="Notes">
          {data?.notes.map((note) => (
            <NoteRow key={note.id} note={note} onDelete={() => void remove(note)} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function NoteRow({ note, onDelete }: { note: MemberNote; onDelete: () => void }) {
  return (
    <li className="flex items-start gap-3 border-t border-line pt-3">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="wrap-anywhere whitespace-pre-line" dir="auto">
          {note.note}
        </p>
        <p className="text-13 text-text-3">
          {note.by !== null && `@${note.by} · `}
          <Ago at={note.created_at} />
        </p>
      </div>
      <button type="button" className="icon-btn" aria-label="Delete this note" data-tip="Delete" onClick={onDelete}>
        <Icon name="trash" size={16} />
      </button>
    </li>
  )
}
