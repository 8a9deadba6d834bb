import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { mayPassLater } from '#web/call.ts'
import { cx } from '#web/ui/class-names.ts'
import { FileButton, FileNote } from '#web/ui/file-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import { failureText } from '#web/write-failure.ts'
import { IMPORT_FILE_TEXTS } from '../import-file.texts.ts'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import { IMPORT_FILE_BYTES } from '../imported-record.rules.ts'
import { IMPORT_TEXTS } from '../imports.texts.ts'
import { uploadMutation } from './imports.api.ts'

/** Uploads a file that is dropped or chosen, and opens its import. Shows why a file is refused. */
export function DropZone() {
  const isHydrated = useIsHydrated()
  const [isOver, setOver] = useState(false)
  const noteId = useId()
  const { send, isBusy, problem, kept } = useUpload()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={cx('drop-zone', isOver && 'over')}
      onDrop={drop}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
    >
      <Icon name="upload" size={20} />
      <p className="max-sm:hidden">{IMPORT_TEXTS.drop}</p>
      <FileButton
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xlsx,.ods,.zip"
        label="File to import"
        onChoose={(file) => void send(file)}
        kind="solid"
        busy={isBusy}
        busyLabel={IMPORT_TEXTS.reading}
        disabled={!isHydrated}
        aria-describedby={noteId}
      >
        {IMPORT_TEXTS.choose}
      </FileButton>
      <FileNote
        id={noteId}
        hint={IMPORT_SCREEN_TEXTS.files}
        problem={problem}
        onRetry={kept && (() => void send(kept))}
      />
    </div>
  )
}

/** Uploads a file and opens its import, or says why not. */
function useUpload() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  /** The file that was not accepted, if it may be later: not one that is too large, or that cannot be read. */
  const [kept, setKept] = useState<File | null>(null)
  const upload = useMutation(uploadMutation(client))

  async function send(file: File | undefined): Promise<void> {
    if (!file || upload.isPending) return
    setKept(null)
    setProblem(file.size > IMPORT_FILE_BYTES ? IMPORT_FILE_TEXTS.import_file_too_large : null)
    if (file.size > IMPORT_FILE_BYTES) return
    try {
      const made = await upload.mutateAsync(file)
      await navigate(`/settings/import/${made.id}`)
    } catch (error) {
      setProblem(failureText(error))
      if (mayPassLater(error)) setKept(file)
    }
  }
  return { send, isBusy: upload.isPending, problem, kept }
}
