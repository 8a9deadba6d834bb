import { IconButton } from './button.tsx'
import { leaveRow } from './leave-row.ts'

/** The buttons for one item of a list that the person orders: forward, back, remove. */
export function OrderButtons<T>(props: {
  list: readonly T[]
  at: number
  /** The name of the item, for the accessible names of the buttons. */
  name: string
  removeLabel: string
  onChange: (list: T[]) => void
}) {
  const { list, at, name, onChange } = props
  const move = (by: number) => {
    const next = [...list]
    next.splice(at + by, 0, ...next.splice(at, 1))
    onChange(next)
  }
  return (
    <>
      <IconButton icon="left" label={`Move ${name} forward`} disabled={at === 0} onClick={() => move(-1)} />
      <IconButton icon="right" label={`Move ${name} back`} disabled={at === list.length - 1} onClick={() => move(1)} />
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
