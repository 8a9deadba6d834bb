import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { CallError, call, mayPassLater, networkTextOf } from '#web/call.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileButton, FileNote } from '#web/ui/file-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { putAvatar, removeAvatar } from '../../profile-edit.endpoints.ts'
import { AVATAR_TYPES, avatarProblem } from '../../profile-edit.rules.ts'
import { EDIT_TEXTS } from '../../profile-edit.texts.ts'
import { updateAvatarCache } from './profile-edit.api.ts'

/**
 * The field for the own avatar (G43). It previews the chosen file at once as a circle around its center, and uploads it
 * at once. After a failure it shows the error and the old avatar.
 */
export function AvatarField(props: { id: string; name: string; src: string | null; size?: 72 | 128 }) {
  const problemId = useId()
  const buttons = useRef<HTMLDivElement>(null)
  const { preview, busy, problem, kept, choose, remove } = useAvatarChange(buttons)

  const src = busy === 'remove' ? null : (preview ?? props.src)
  return (
    <div className="flex items-center gap-5 max-[22.5rem]:flex-wrap">
      <Avatar id={props.id} name={props.name} src={src} size={props.size ?? 128} />
      <div className="grid min-w-0 gap-2">
        <div ref={buttons} className="flex flex-wrap gap-2">
          <FileButton
            accept={AVATAR_TYPES.join(',')}
            label="Picture file"
            onChoose={choose}
            icon="upload"
            busy={busy === 'send'}
            busyLabel="Saving…"
            aria-describedby={problemId}
          >
            {props.src ? 'Change picture' : 'Choose a picture'}
          </FileButton>
          {props.src && (
            <Button kind="quiet" busy={busy === 'remove'} busyLabel="Removing…" onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </div>
        <FileNote id={problemId} hint={EDIT_TEXTS.imageHint} problem={problem} onRetry={kept && (() => choose(kept))} />
      </div>
    </div>
  )
}

/** Saves or removes the picture of the member. `buttons` keep the focus when the one that removes it disappears. */
function useAvatarChange(buttons: RefObject<HTMLDivElement | null>) {
  const client = useQueryClient()
  const [preview, setPreview] = useState<string | null>(null)
  const [busy, setBusy] = useState<'send' | 'remove' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** The picture that was not saved, if it may be later. */
  const [kept, setKept] = useState<File | null>(null)
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  async function attempt(work: () => Promise<{ avatar_url: string | null }>, done: string, file: File | null) {
    const kind = file ? 'send' : 'remove'
    setBusy(kind)
    setProblem(null)
    setKept(null)
    try {
      const { avatar_url } = await work()
      updateAvatarCache(client, avatar_url)
      toast({ title: done })
    } catch (error) {
      setProblem(failureText(error))
      setPreview(null)
      if (mayPassLater(error)) setKept(file)
    } finally {
      setBusy(null)
    }
  }

  function choose(file: File): void {
    if (busy) return
    const wrong = avatarProblem(file)
    setProblem(wrong)
    if (wrong !== null) return
    setPreview(URL.createObjectURL(file))
    void attempt(() => call(putAvatar, { body: { file } }), 'Picture saved', file)
  }

  async function remove(): Promise<void> {
    setPreview(null)
    const without = async () => {
      const changed = await call(removeAvatar, {})
      // The button disappears with the picture.
      if (buttons.current?.contains(document.activeElement)) buttons.current.querySelector('button')?.focus()
      return changed
    }
    await attempt(without, 'Picture removed', null)
  }
  return { preview, busy, problem, kept, choose, remove }
}

function failureText(error: unknown): string {
  return networkTextOf(error) ?? (error instanceof CallError ? error.message : EDIT_TEXTS.imageNotSaved)
}
