import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { GameMetadata } from '#features/catalogue/catalogue.contract.ts'
import { filterParameters } from '#features/catalogue/game-filters.rules.ts'
import { chosenFilters, type Filters, titleOf } from '#features/catalogue/web/filters.api.ts'
import { pinningStore } from '#web/pinning.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { HOME_LIST_TEXTS } from '../home-lists.texts.ts'
import type { List } from '../lists.contract.ts'
import { TITLE_MAX } from '../lists.rules.ts'
import { LIST_NOT_CREATED } from '../lists.texts.ts'
import { SMART_LIST_PAGE_TEXTS } from '../smart-list-page.texts.ts'
import { pinToHomeMutation } from './home-lists.api.ts'
import { EMPTY_LIST, ListFields, type ListProblems, problemsOf } from './list-fields.tsx'
import { listHref } from './list-parts.tsx'
import { createListMutation } from './lists.api.ts'

/** Renders the form that saves filters as a smart list, and can pin it to the home page and a shared one to the profile. */
export function SaveSmartListDialog(props: { filters: Filters; metadata: GameMetadata; onClose: () => void }) {
  const { filters, metadata, onClose } = props
  const title = [...titleOf(filters, metadata)].slice(0, TITLE_MAX).join('')
  const [values, setValues] = useState({ ...EMPTY_LIST, title })
  const [problems, setProblems] = useState<ListProblems>({})
  const [pins, setPins] = useState({ home: false, profile: false })
  const create = useMutation(createListMutation())
  const pinTo = usePins()
  const text = filterParameters(filters).toString()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The bar of filters, in which this dialog opens, is a form, too.
    event.stopPropagation()
    const found = problemsOf(values)
    setProblems(found ?? {})
    if (found || create.isPending) return
    create.mutate(
      { ...values, filters: text },
      {
        onSuccess: (list) => {
          onClose()
          toast({
            title: SMART_LIST_PAGE_TEXTS.saved,
            action: { label: 'Open list', href: listHref(list) },
          })
          pinTo(list, pins)
        },
        onError: (error) => showFailure(LIST_NOT_CREATED, error),
      },
    )
  }
  return (
    <Dialog
      open
      isForTyping
      isTyped={values.title !== title || values.description !== ''}
      isSaving={create.isPending}
      onOpenChange={(open) => open || onClose()}
      title={SMART_LIST_PAGE_TEXTS.saveAs}
      description={chosenFilters(filters, metadata)
        .map(({ label }) => label)
        .join(', ')}
      onSubmit={submit}
      footer={<DialogButtons label="Save" onCancel={onClose} busy={create.isPending} busyLabel="Saving…" />}
    >
      <div className="grid gap-4">
        <ListFields values={values} problems={problems} filters={text} onChange={setValues} />
        <PinSwitches pins={pins} isShared={values.is_shared} onChange={setPins} />
      </div>
    </Dialog>
  )
}

interface Pins {
  home: boolean
  /** Only a shared list is pinned there. */
  profile: boolean
}

/** Returns the function that pins a list that was just made. */
function usePins() {
  const pin = useMutation(pinToHomeMutation())
  return (list: List, { home, profile }: Pins) => {
    if (profile && list.is_shared)
      pinningStore.get()?.change({ itemType: 'list', of: list.id, load: async () => list }, true)
    // The dialog is closed by then, and its callbacks of `mutate` with it.
    if (home)
      pin
        .mutateAsync({ listId: list.id, is_on_home: true })
        .catch((error: unknown) => showFailure(HOME_LIST_TEXTS.notChanged, error))
  }
}

function PinSwitches(props: { pins: Pins; isShared: boolean; onChange: (pins: Pins) => void }) {
  const { pins, isShared, onChange } = props
  return (
    <>
      <Switch
        label={HOME_LIST_TEXTS.pin}
        hint={HOME_LIST_TEXTS.hint}
        checked={pins.home}
        onChange={(event) => onChange({ ...pins, home: event.target.checked })}
      />
      <Switch
        label="Pin to profile"
        hint={SMART_LIST_PAGE_TEXTS.pin}
        disabled={!isShared}
        checked={pins.profile && isShared}
        onChange={(event) => onChange({ ...pins, profile: event.target.checked })}
      />
    </>
  )
}
