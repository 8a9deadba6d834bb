import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { signInAgainAfter } from '#features/accounts/web/accounts.api.ts'
import type { GameId } from '#shared/ids.ts'
import { SOMETHING_WENT_WRONG } from '#shared/sentences.ts'
import { CallError } from '#web/call.ts'
import { isConflict, type VersionedDraft } from '#web/drafts/use-versioned-draft.ts'
import { toast } from '#web/ui/toasts.ts'
import type { Playlist } from '../../playlists.contract.ts'
import { EDITOR_TOASTS } from '../../playlists.texts.ts'
import { EDITOR_TABS, type EditorFields, type FieldName, payloadOf, problemsByField } from './editor-fields.ts'
import { editedPlaylistQuery, savePlaylistMutation } from './playlist-editor.api.ts'

/**
 * Saves the form. A failure preserves everything that was typed: field errors stand at their fields, and the tab with the
 * first one opens (R-PLED-18, R-PLED-23..27).
 */
export function useSave(props: {
  form: UseFormReturn<EditorFields>
  editing: VersionedDraft<Playlist, EditorFields>
  onSaved: (playlist: Playlist, sent: EditorFields) => void
  /** Called with the first wrong field in the order of the page. */
  onWrong: (field: FieldName) => void
}) {
  const { form, editing } = props
  const client = useQueryClient()
  const mutation = useMutation(savePlaylistMutation())
  /** Games that no source knows, by the last refusal. */
  const [problemIds, setProblemIds] = useState<readonly GameId[]>([])

  const showProblems = (problems: Partial<Record<FieldName, string>>) => {
    const wrong = ORDER.filter((field) => problems[field] !== undefined)
    for (const field of wrong) form.setError(field, { type: 'server', message: problems[field] as string })
    if (wrong[0]) props.onWrong(wrong[0])
  }

  const showFailure = async (error: unknown, id: Playlist['id'] | null) => {
    const failure = error instanceof CallError ? error : null
    toast({
      title: id ? EDITOR_TOASTS.updateFailed : EDITOR_TOASTS.createFailed,
      description: failure?.message ?? SOMETHING_WENT_WRONG,
      tone: 'danger',
    })
    if (!failure) throw error
    if (isConflict(failure) && id) {
      const theirs = await client.fetchQuery(editedPlaylistQuery(id)).catch(() => null)
      if (theirs) editing.showOther(theirs, true)
    } else if (failure.status === 404 && id) editing.showDeletion()
    else signInAgainAfter(failure)
    const { gameIds } = failure.details
    if (Array.isArray(gameIds)) {
      setProblemIds(gameIds as GameId[])
      showProblems({ games: failure.message })
    } else showProblems(problemsByField(Object.entries(failure.details)))
  }

  /** Saves the fields in place of the version; without a version in place of whatever is stored. */
  const save = async (fields: EditorFields, id: Playlist['id'] | null, version: string | null) => {
    if (mutation.isPending) return
    try {
      const playlist = await mutation.mutateAsync({ id, payload: payloadOf(fields), version })
      setProblemIds([])
      props.onSaved(playlist, fields)
      toast({
        title: id ? EDITOR_TOASTS.updated : EDITOR_TOASTS.created,
        ...(playlist.isPublished && { action: { label: 'View', href: `/playlists/${playlist.id}` } }),
      })
    } catch (error) {
      await showFailure(error, id)
    }
  }

  return { problemIds, isSaving: mutation.isPending, save, showProblems }
}

const ORDER: readonly FieldName[] = EDITOR_TABS.flatMap(({ fields }) => fields)
