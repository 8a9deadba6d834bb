// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
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

function Deleting() {
  const [state, setState] = useState<'list' | 'asking' | 'answered' | 'gone'>('list')
  return (
    <section tabIndex={-1} aria-label="Sessions">
      {state !== 'gone' && (
        <p>
          Monday
          <button type="button" onClick={() => setState('asking')}>
            Delete
          </button>
        </p>
      )}
      <Dialog open={state === 'asking'} onOpenChange={() => {}} title="Delete it?">
        <button type="button" onClick={() => setState('answered')}>
          Yes
        </button>
      </Dialog>
      <input aria-label="Gone" type="checkbox" onChange={() => setState('gone')} />
    </section>
  )
}

test('the focus goes to what is around a row that leaves after the dialog that has deleted it', async () => {
  render(<Deleting />)
  button('Delete').focus()
  fireEvent.click(button('Delete'))
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  fireEvent.click(button('Yes'))
  await waitFor(() => expect(document.activeElement).toBe(button('Delete')))
  const row = button('Delete')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Gone' }))
  // A browser takes the focus from a removed element, and happy-dom does not.
  row.blur()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sessions' })))
})

function Refused() {
  const [error, setError] = useState<string>()
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      title="New shelf"
      onSubmit={(event) => {
        event.preventDefault()
        void Promise.resolve().then(() => setError('Taken'))
      }}
    >
      <input aria-label="Note" />
      <input aria-label="Name" aria-invalid={error !== undefined} />
      <button type="submit">Save</button>
    </Dialog>
  )
}

test('the first wrong field gets the focus also if the server says what is wrong', async () => {
  render(<Refused />)
  await screen.findByRole('dialog')
  button('Save').focus()
  fireEvent.click(button('Save'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })))
})

function Loading() {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLoaded(true))
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog open onOpenChange={() => {}} title="Copies">
      {isLoaded && <input aria-label="Words" />}
    </Dialog>
  )
}

test('the first field of a dialog gets the focus also if it comes after the dialog', async () => {
  render(<Loading />)
  await screen.findByRole('dialog')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Words' })))
})

function Stepping() {
  const [state, setState] = useState<'types' | 'loading' | 'form'>('types')
  return (
    <Dialog open onOpenChange={() => {}} title="New entry" step={state === 'types' ? 'types' : 'entry'}>
      {state !== 'form' && (
        <button type="button" onClick={() => setState(state === 'types' ? 'loading' : 'form')}>
          Next
        </button>
      )}
      {state === 'form' && <input aria-label="Words" />}
    </Dialog>
  )
}

test('the first field of a further step gets the focus also if the step loads first', async () => {
  render(<Stepping />)
  await screen.findByRole('dialog')
  fireEvent.click(button('Next'))
  button('Next').focus()
  fireEvent.click(button('Next'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Words' })))
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
