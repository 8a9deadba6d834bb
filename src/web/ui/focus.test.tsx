// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { OrderButtons } from './order-buttons.tsx'

afterEach(cleanup)

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

function Once({ onPress }: { onPress: () => void }) {
  const [isDone, setDone] = useState(false)
  return (
    <Button
      disabled={isDone}
      onClick={() => {
        onPress()
        setDone(true)
      }}
    >
      Pin
    </Button>
  )
}

test('a button that its own press disables keeps the focus until the person leaves it, and does nothing', () => {
  let presses = 0
  render(<Once onPress={() => (presses += 1)} />)
  button('Pin').focus()
  fireEvent.click(button('Pin'))
  expect([button('Pin').disabled, button('Pin').getAttribute('aria-disabled')]).toEqual([false, 'true'])
  expect(document.activeElement).toBe(button('Pin'))
  fireEvent.click(button('Pin'))
  expect(presses).toBe(1)
  fireEvent.blur(button('Pin'))
  expect([button('Pin').disabled, button('Pin').getAttribute('aria-disabled')]).toEqual([true, null])
})

function Ordered() {
  const [list, setList] = useState(['Celeste', 'Hades'])
  return (
    <Dialog open onOpenChange={() => {}} title="Pinned">
      <ol>
        {list.map((name, at) => (
          <li key={name}>
            <OrderButtons list={list} at={at} name={name} removeLabel={`Unpin ${name}`} onChange={setList} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

test('the focus goes to the same button of the next row when a row is removed, and last to the dialog', async () => {
  render(<Ordered />)
  const first = await screen.findByRole('button', { name: 'Unpin Celeste' })
  first.focus()
  fireEvent.click(first)
  expect(document.activeElement).toBe(button('Unpin Hades'))
  fireEvent.click(button('Unpin Hades'))
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
})

function Saving() {
  const [state, setState] = useState<'typing' | 'saving' | 'failed' | 'gone'>('typing')
  return (
    <Dialog open onOpenChange={() => {}} title="Edit an entry">
      {state !== 'gone' && <input aria-label="Words" disabled={state === 'saving'} />}
      {(['saving', 'failed', 'gone'] as const).map((next) => (
        <button key={next} type="button" onClick={() => setState(next)}>
          {next}
        </button>
      ))}
    </Dialog>
  )
}

test('a field that was disabled while a dialog saved gets the focus back; the dialog has it when the field is removed', async () => {
  render(<Saving />)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Words' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.click(button('saving'))
  // A browser takes the focus from a disabled field, and happy-dom does not.
  field.disabled = false
  field.blur()
  field.disabled = true
  await waitFor(() => expect(field.disabled).toBe(true))
  expect(document.activeElement).toBe(document.body)
  fireEvent.click(button('failed'))
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.click(button('gone'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
})
