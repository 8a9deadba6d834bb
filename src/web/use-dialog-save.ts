import { useState } from 'react'
import { isConflict } from './drafts/use-versioned-draft.ts'
import { fieldProblemsOf, showFailure } from './write-failure.ts'

/**
 * Saves the form of a dialog, once at a time. A refusal is shown in a toast and at its fields, and the form keeps its
 * values. `replaces` is true after a refusal for what somebody else has saved since the form opened: only who knows of it
 * replaces it.
 */
export function useDialogSave<Draft>(
  save: (draft: Draft, replaces: boolean) => Promise<void>,
  /** Called after each try, to read again what may have changed. */
  onEnd: () => void,
) {
  const [replaces, setReplaces] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const submit = async (checked: { draft: Draft } | { problems: Record<string, string> }) => {
    if (isBusy) return
    setProblems('problems' in checked ? checked.problems : {})
    if ('problems' in checked) return
    setBusy(true)
    try {
      await save(checked.draft, replaces)
    } catch (error) {
      if (isConflict(error)) setReplaces(true)
      setProblems(fieldProblemsOf(error))
      showFailure('Nothing was saved', error)
    } finally {
      setBusy(false)
      onEnd()
    }
  }
  return { problems, isBusy, submit }
}
