import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DraftNotices } from '#web/drafts/draft-notices.tsx'
import { isConflict, useEditedItem } from '#web/drafts/use-versioned-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFirstWrong } from '#web/ui/use-first-wrong.ts'
import { useLeaveGuard } from '#web/use-leave-guard.tsx'
import { showFailure } from '#web/write-failure.ts'
import { LIST_PAGE_TEXTS } from '../list-page.texts.ts'
import type { ListPage } from '../lists.contract.ts'
import { SMART_LIST_PAGE_TEXTS } from '../smart-list-page.texts.ts'
import { EditedGames } from './edited-games.tsx'
import { ListFields, type ListFieldValues, type ListProblems, problemsOf } from './list-fields.tsx'
import { editListMutation, listQuery } from './lists.api.ts'

const valuesOf = ({ title, description, is_shared, is_ranked, smart }: ListPage): ListFieldValues => ({
  title,
  description,
  is_shared,
  is_ranked,
  tells_of_new: smart?.tells_of_new ?? false,
})

/** The fields as people read them, where two versions differ. */
const rowsOf = ({ title, description, is_shared, is_ranked, tells_of_new }: ListFieldValues) => ({
  Title: title,
  Description: description,
  Shared: is_shared ? 'Yes' : 'No',
  Ranked: is_ranked ? 'Yes' : 'No',
  [SMART_LIST_PAGE_TEXTS.tellMe]: tells_of_new ? 'Yes' : 'No',
})

/** Renders the editor of the viewer's own list: a form for title, description and switches, and the games as rows. */
export function ListEditor({ list, onDone }: { list: ListPage; onDone: () => void }) {
  const client = useQueryClient()
  const versionOf = ({ updated_at }: ListPage) => updated_at
  const fieldsOf = (version: ListPage | null) => valuesOf(version ?? list)
  const editing = useEditedItem({ name: null, item: list, fieldsOf, versionOf })
  const { fields } = editing
  const [problems, setProblems] = useState<ListProblems>({})
  const edit = useMutation(editListMutation(list.id))
  const guard = useLeaveGuard(editing.isChanged && !edit.isSuccess)
  const { form, check } = useFirstWrong()
  const save = (updated_at = editing.version ?? list.updated_at) => {
    const found = problemsOf(fields)
    setProblems(found ?? {})
    check()
    if (found || edit.isPending) return
    edit.mutate(
      { ...fields, updated_at },
      {
        onSuccess: () => {
          toast({ title: 'List saved' })
          onDone()
        },
        onError: async (error) => {
          showFailure(LIST_PAGE_TEXTS.notSaved, error)
          const reread = () => client.fetchQuery({ ...listQuery(list.id), staleTime: 0 }).catch(() => null)
          const current = isConflict(error) ? await reread() : null
          if (current) editing.showOther(current, true)
        },
      },
    )
  }
  return (
    <>
      {guard}
      <form
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          save()
        }}
        aria-label="Edit list"
        className="grid max-w-180 gap-4 rounded-panel bg-surface p-4 md:p-6"
      >
        <DraftNotices editing={editing} rowsOf={rowsOf} isBusy={edit.isPending} onSaveOver={save} />
        <ListFields values={fields} problems={problems} filters={list.smart?.filters} onChange={editing.set} />
        <div className="flex justify-end gap-2">
          <Button kind="quiet" onClick={onDone}>
            Cancel
          </Button>
          <Button kind="solid" type="submit" busy={edit.isPending} busyLabel="Saving…">
            Save
          </Button>
        </div>
      </form>
      {!list.smart && <EditedGames list={list} />}
    </>
  )
}
