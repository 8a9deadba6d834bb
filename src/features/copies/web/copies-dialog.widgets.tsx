import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Loaded } from '#features/library/web/loaded.widgets.tsx'
import type { Acting, ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { runForProblem } from '#features/play-log/web/run-for-problem.api.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog, DoneButton } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { Copy } from '../copies.contract.ts'
import { COPY_TEXTS } from '../copies.texts.ts'
import { copiesQuery, deleteCopy, saveCopy } from './copies.api.ts'
import { CopyForm } from './copy-form.tsx'
import { copyFacts, copyName, loanText } from './copy-words.ts'

/** Renders the viewer's copies of a game of the library, with actions to add, edit and delete. */
export function CopiesDialog(props: {
  game: ActionGame
  acting: Omit<Acting, 'gameId' | 'gameName'>
  onClose: () => void
}) {
  const { game, onClose } = props
  const acting = { ...props.acting, gameId: game.id, gameName: game.name }
  const copies = useQuery(copiesQuery(game.id))
  const [form, setForm] = useState<{ copy: Copy | null } | null>(null)
  const part = useRef<HTMLDivElement>(null)
  // The button that had the focus disappears with its row.
  const remove = useRemoval(acting, () => part.current?.focus({ preventScroll: true }))
  return (
    <Dialog
      open
      size="question"
      onOpenChange={(open) => open || onClose()}
      title={`Copies of ${game.name}`}
      description={COPY_TEXTS.about}
      footer={
        <>
          <Button icon="plus" disabled={!copies.data} onClick={() => setForm({ copy: null })}>
            Add a copy
          </Button>
          <DoneButton onClick={onClose} />
        </>
      }
    >
      <div ref={part} tabIndex={-1} className="outline-none">
        <Loaded query={copies} failure={COPY_TEXTS.notLoaded}>
          {(data) =>
            data.length === 0 ? (
              <p className="text-14 text-text-2">{COPY_TEXTS.none}</p>
            ) : (
              <ul aria-label="Copies" className="divide-y divide-line">
                {data.map((copy) => (
                  <CopyRow
                    key={copy.id}
                    copy={copy}
                    onEdit={() => setForm({ copy })}
                    onDelete={() => void remove(copy)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      {form && <CopyForm acting={acting} copy={form.copy} onClose={() => setForm(null)} />}
    </Dialog>
  )
}

function CopyRow({ copy, onEdit, onDelete }: { copy: Copy; onEdit: () => void; onDelete: () => void }) {
  const [name, facts, loan] = [copyName(copy), copyFacts(copy), loanText(copy)]
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1 wrap-anywhere" dir="auto">
        <p className="font-[600]">{name}</p>
        {facts !== '' && <p className="num text-13 text-text-2">{facts}</p>}
        {loan && <p className="text-13 text-playing">{loan}</p>}
      </div>
      <span className="-mr-2 flex *:text-text-3">
        <IconButton icon="pen" label={`Edit ${name}`} onClick={onEdit} />
        <IconButton icon="trash" label={`Delete ${name}`} onClick={onDelete} />
      </span>
    </li>
  )
}

/** Returns how to delete a copy, with an undo in the toast. */
function useRemoval(acting: Acting, onGone: () => void) {
  const leaving = useRef(new Set<string>())
  return async (copy: Copy) => {
    const { client, gameId } = acting
    // A second press on a slow line would be refused, and its toast would hide the Undo of the first.
    if (leaving.current.has(copy.id)) return
    leaving.current.add(copy.id)
    const failed = await runForProblem(acting, () => deleteCopy(client, gameId, copy.id), true)
    leaving.current.delete(copy.id)
    if (failed !== null) return
    onGone()
    const { id: _, ...draft } = copy
    toast({
      title: 'Copy deleted',
      description: copyName(copy),
      undo: () => void runForProblem(acting, () => saveCopy(client, gameId, null, draft), true),
    })
  }
}
