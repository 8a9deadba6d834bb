import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { noResultsText } from '#shared/sentences.ts'
import { cx } from '#web/ui/class-names.ts'
import { TextInput } from '#web/ui/field.tsx'
import { findText } from '../filters.texts.ts'
import { normaliseForSearch } from '../search-name.rules.ts'
import type { Choice } from './facets.ts'

/** Returns the choices that have words starting with the typed ones, in their order; none for a text without letters. */
export function matching(choices: readonly Choice[], typed: string): Choice[] {
  const wanted = normaliseForSearch(typed).split(' ').filter(Boolean)
  const fits = ({ label, name }: Choice) => {
    const words = normaliseForSearch(`${label} ${name ?? ''}`).split(' ')
    return wanted.every((start) => words.some((word) => word.startsWith(start)))
  }
  if (typed.trim() === '') return [...choices]
  return wanted.length === 0 ? [] : choices.filter(fits)
}

/**
 * Renders a combobox: typing filters the list; arrows and Enter choose. As the panel of a button its list is always there,
 * and Escape closes the panel.
 */
export function ChoiceFinder(props: {
  label: string
  all: string
  choices: readonly Choice[]
  value: string
  onChoose: (value: string) => void
  isPanel?: boolean
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = props.choices.find(({ value }) => value === props.value)
  const [typed, setTyped] = useState<string | null>(props.isPanel ? '' : null)
  const [at, setAt] = useState(-1)
  const isOpen = typed !== null
  const found = isOpen ? [{ value: '', label: props.all }, ...matching(props.choices, typed)] : []
  // 'All' does not match typed text.
  const shown = typed ? found.slice(1) : found
  useEffect(() => {
    if (props.isPanel) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [props.isPanel])

  function open(): void {
    setTyped('')
    setAt(-1)
  }
  function close(): void {
    setTyped(null)
    setAt(-1)
  }
  function choose(choice: Choice | undefined): void {
    if (!choice) return
    props.onChoose(choice.value)
    close()
  }
  function move(to: number): void {
    const next = Math.max(0, Math.min(shown.length - 1, to))
    setAt(next)
    list.current?.children[next]?.scrollIntoView?.({ block: 'nearest' })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const closesList = event.key === 'Escape' && isOpen && !props.isPanel
    const isHandled = ['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key) || closesList
    if (!isHandled) return
    event.preventDefault()
    // Esc closes the list, not the dialog around it.
    event.stopPropagation()
    if (event.key === 'Escape') close()
    else if (!isOpen) open()
    else if (event.key === 'Enter') choose(shown[at] ?? (typed ? shown[0] : undefined))
    else move(at + (event.key === 'ArrowDown' ? 1 : -1))
  }

  return (
    <div className="relative">
      <TextInput
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-l`}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        {...(props.isPanel && { 'aria-label': props.label })}
        placeholder={props.isPanel ? findText(props.label) : (chosen?.label ?? props.all)}
        // Shows the current choice while nothing is typed.
        value={typed ?? chosen?.label ?? ''}
        // Typing replaces the current choice.
        onFocus={(event) => event.target.select()}
        onClick={() => isOpen || open()}
        onBlur={props.isPanel ? undefined : close}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(event.target.value.trim() === '' ? -1 : 0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={`${id}-l`}
        role="listbox"
        aria-label={props.label}
        className={cx(
          'mt-1 max-h-60 overflow-y-auto overscroll-contain rounded-control border border-line bg-surface-2 py-1',
          (!isOpen || shown.length === 0) && 'hidden',
        )}
      >
        {shown.map((choice, index) => (
          // The input field handles the keys and has aria-activedescendant.
          // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant
          <div
            key={choice.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={choice.value === props.value}
            className={cx(
              'cursor-pointer px-3 py-1.5 text-14 pointer-coarse:py-2.5',
              index === at ? 'bg-surface-3 text-text' : 'text-text-2',
              choice.value === props.value && 'font-[650] text-text',
            )}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(choice)}
          >
            {choice.label}
          </div>
        ))}
      </div>
      <p className="text-13 text-text-3" role="status">
        {isOpen && typed !== '' && shown.length === 0 && noResultsText(typed)}
      </p>
    </div>
  )
}
