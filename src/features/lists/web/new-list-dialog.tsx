import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { firstGameText, LIST_CREATED, LIST_NOT_CREATED } from '../lists.texts.ts'
import { EMPTY_LIST, ListFields, type ListProblems, problemsOf } from './list-fields.tsx'
import { listHref } from './list-parts.tsx'
import { createListMutation } from './lists.api.ts'

/** Renders the form of a new list. It adds the given game, or opens the list's page without one. */
export function NewListDialog({ game, onClose }: { game?: GameCard; onClose: () => void }) {
  const [values, setValues] = useState(EMPTY_LIST)
  const [problems, setProblems] = useState<ListProblems>({})
  const create = useMutation(createListMutation())
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(values)
    setProblems(found ?? {})
    if (found || create.isPending) return
    create.mutate(
      { ...values, ...(game && { game_ids: [game.id] }) },
      {
        onSuccess: (list) => {
          onClose()
          if (game) toast({ title: `Added to ${list.title}`, action: { label: 'Open list', href: listHref(list) } })
          else {
            toast({ title: LIST_CREATED })
            void navigate(listHref(list))
          }
        },
        onError: (error) => showFailure(LIST_NOT_CREATED, error),
      },
    )
  }
  return (
    <Dialog
      open
      isForTyping
      isTyped={values.title + values.description !== ''}
      isSaving={create.isPending}
      onOpenChange={(open) => open || onClose()}
      title="New list"
      {...(game && { description: firstGameText(game.name) })}
      onSubmit={submit}
      footer={<DialogButtons label="Create" onCancel={onClose} busy={create.isPending} busyLabel="Creating…" />}
    >
      <ListFields values={values} problems={problems} onChange={setValues} />
    </Dialog>
  )
}
