import { useState } from 'react'
import { placeText } from '#shared/sentences.ts'
import { IconButton } from './button.tsx'
import { leaveRow } from './leave-row.ts'

/** The buttons for one item of a list that the person orders: forward, back, remove. A live region announces each move. */
export function OrderButtons<T>(props: {
  list: readonly T[]
  at: number
  /** The name of the item, for the accessible names of the buttons. */
  name: string
  removeLabel: string
  onChange: (list: T[]) => void
}) {
  const { list, at, name, onChange } = props
  const [spoken, setSpoken] = useState('')
  const move = (by: number) => {
    const next = [...list]
    next.splice(at + by, 0, ...next.splice(at, 1))
    onChange(next)
    setSpoken(placeText(name, at + by, list.length))
  }
  return (
    <>
      <IconButton icon="left" label={`Move ${name} forward`} disabled={at === 0} onClick={() => move(-1)} />
      <IconButton icon="right" label={`Move ${name} back`} disabled={at === list.length - 1} onClick={() => move(1)} />
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
      <IconButton
        icon="x"
        label={props.removeLabel}
        data-remove
        onClick={({ currentTarget }) => {
          leaveRow(currentTarget)
          onChange(list.toSpliced(at, 1))
        }}
      />
    </>
  )
}
