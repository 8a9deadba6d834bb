import { useRef, useState } from 'react'
import { hasSameJson } from '../same-json.ts'
import { toast } from '../ui/toasts.ts'
import { failedCallOf } from '../write-failure.ts'
import { DRAFT_TEXTS } from './drafts.texts.ts'
import { type FormDraft, readDraft, storeDraft } from './drafts.ts'
import { useStoredDraft } from './use-stored-draft.ts'

/** An item that a form edits, and how the form reads it. */
export interface EditedItem<Item, Fields extends object> {
  /** The name of the draft on this device; null stores none. */
  name: string | null
  /** The item as the server has it when the form opens; null for a new one. */
  item: Item | null
  /** Returns the values of the form for an item, or for a new one. */
  fieldsOf: (item: Item | null) => Fields
  /** Returns the time of this version of the item. */
  versionOf: (item: Item) => string
  /** Returns whether saving both stores the same. */
  isSame?: (one: Fields, other: Fields) => boolean
}

/** A version that somebody else has saved since this form began. */
interface OtherVersion<Item> {
  item: Item
  /** A save was refused because of it. Otherwise the form has learned of it in another way. */
  hasRefused: boolean
}

/** The state of a form whose text is stored on this device, and whose save replaces one version only. */
export interface VersionedDraft<Item, Fields extends object> extends Required<EditedItem<Item, Fields>> {
  fields: Fields
  /** The latest version of the server that the form has shown; null for a new item. */
  stored: Item | null
  /** The time of the version that saving replaces; null for a new item. An old draft replaces an older one than `stored`. */
  version: string | null
  isChanged: boolean
  /** A stored draft has filled the form. */
  isRestored: boolean
  /** The version between which and the typed one the person chooses; null without a conflict. */
  other: OtherVersion<Item> | null
  /** Somebody has deleted the item since this form began. */
  isDeleted: boolean
  /** Shows a version of the server, and deletes the draft. */
  begin: (item: Item | null) => void
  /** Shows the version of the server instead of the typed text. The toast's Undo shows the typed text again. */
  takeOther: () => void
  /** Call this when somebody else has saved a version. The form preserves its values. */
  showOther: (item: Item, hasRefused: boolean) => void
  /** Call this when somebody has deleted the item. */
  showDeletion: () => void
  /**
   * Takes over a saved version. `sent` are the values of the request; text that was typed while it was under way stays, and
   * counts as a change of the new version. `otherName` is the name of its draft, if the item was created and another page edits it.
   */
  accept: (item: Item, sent: Fields, otherName?: string) => void
  /** Deletes the stored draft. */
  forget: () => void
}

/** Returns whether a save was refused because somebody else has saved another version (G59). */
export const isConflict = (error: unknown): boolean => failedCallOf(error)?.code === 'changed_by_somebody'

/** Returns the draft of an item that this device stores, if it differs from the item; otherwise null. */
export function readItemDraft<Item, Fields extends object>({
  name,
  item,
  fieldsOf,
  isSame = hasSameJson,
}: EditedItem<Item, Fields>): FormDraft<Fields> | null {
  const draft = name === null ? null : readDraft<Partial<FormDraft<Partial<Fields>>>>(name)
  if (!draft) return null
  const saved = fieldsOf(item)
  // A draft of an older version of the app may lack fields.
  const fields = { ...saved, ...draft.fields }
  return isSame(fields, saved) ? null : { fields, version: draft.version ?? null }
}

/**
 * Follows the versions of an item while a form edits it (G59), and stores what is typed on this device. A form with other
 * inputs than React's state passes their values, and `show`, which replaces them; `draft` is what `readItemDraft` returned
 * when the form opened.
 */
export function useVersionedDraft<Item, Fields extends object>(
  given: EditedItem<Item, Fields>,
  { draft, fields, show }: { draft: FormDraft<Fields> | null; fields: Fields; show: (fields: Fields) => void },
): VersionedDraft<Item, Fields> {
  const edited = { isSame: hasSameJson, ...given }
  const { name, item, fieldsOf, versionOf } = edited
  const [stored, setStored] = useState(item)
  const [version, setVersion] = useState(draft ? draft.version : item && versionOf(item))
  const [isRestored, setRestored] = useState(draft !== null)
  // A draft of an earlier version meets the current one at once.
  const isOld = draft && item && (draft.version === null || draft.version < versionOf(item))
  const [other, setOther] = useState<OtherVersion<Item> | null>(isOld ? { item, hasRefused: false } : null)
  const [isDeleted, setDeleted] = useState(false)
  const isChanged = !edited.isSame(fields, fieldsOf(stored))
  const forget = useStoredDraft(name, isChanged ? { fields, version } : null)
  const typed = useRef(fields)
  typed.current = fields

  const follow = (next: Item | null) => {
    setStored(next)
    setVersion(next && versionOf(next))
    setRestored(false)
    setOther(null)
    setDeleted(false)
  }
  const begin = (next: Item | null) => {
    follow(next)
    show(fieldsOf(next))
    forget()
  }
  const accept = (saved: Item, sent: Fields, otherName?: string) => {
    const late = changesOf(typed.current, sent)
    const isSame = Object.keys(late).length === 0
    const next = { ...fieldsOf(saved), ...late }
    if (isSame || otherName !== undefined) forget()
    if (otherName === undefined) {
      follow(saved)
      show(next)
    } else if (!isSame) storeDraft(otherName, { fields: next, version: versionOf(saved) })
  }
  const takeOther = () => {
    if (!other) return
    const mine = typed.current
    begin(other.item)
    toast({ title: DRAFT_TEXTS.otherShown, undo: () => show(mine) })
  }
  const showOther = (found: Item, hasRefused: boolean) => setOther({ item: found, hasRefused })
  const showDeletion = () => setDeleted(true)
  const state = { fields, stored, version, isChanged, isRestored, other, isDeleted }
  return { ...edited, ...state, begin, takeOther, showOther, showDeletion, accept, forget }
}

/** Returns the values that differ from the earlier ones. */
const changesOf = <Fields extends object>(fields: Fields, earlier: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => !hasSameJson(value, earlier[key as keyof Fields])),
  ) as Partial<Fields>

/** Follows an item like `useVersionedDraft`, and is the state of the form's fields, too. */
export function useEditedItem<Item, Fields extends object>(edited: EditedItem<Item, Fields>) {
  const [draft] = useState(() => readItemDraft(edited))
  const [fields, setFields] = useState(draft?.fields ?? edited.fieldsOf(edited.item))
  const editing = useVersionedDraft(edited, { draft, fields, show: setFields })
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }))
  return { ...editing, set }
}
