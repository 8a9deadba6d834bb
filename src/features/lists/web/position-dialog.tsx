import { type FormEvent, useState } from 'react'
import { numberText } from '#shared/counted.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, NumberInput } from '#web/ui/field.tsx'
import { LIST_PAGE_TEXTS } from '../list-page.texts.ts'
import type { ListGame } from '../lists.contract.ts'

/** Asks for the new position of a game, from 1 to the number of games: also one whose row is not loaded. */
export function PositionDialog(props: {
  row: ListGame
  total: number
  onMove: (position: number) => void
  onClose: () => void
}) {
  const { row, total, onMove, onClose } = props
  const [text, setText] = useState(String(row.position))
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const position = Number(text)
    if (text.trim() === '' || !Number.isInteger(position) || position < 1 || position > total)
      return setProblem(LIST_PAGE_TEXTS.position(numberText(total)))
    onClose()
    if (position !== row.position) onMove(position)
  }
  return (
    <Dialog
      open
      isForTyping
      onOpenChange={(open) => open || onClose()}
      size="question"
      title={`Move ${row.game.name}`}
      onSubmit={submit}
      footer={<DialogButtons label="Move" onCancel={onClose} />}
    >
      <Field label="Position" hint={`From 1 to ${numberText(total)}`} error={problem} className="max-w-40">
        <NumberInput
          min={1}
          max={total}
          value={text}
          onFocus={({ target }) => target.select()}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}
