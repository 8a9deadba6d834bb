import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** A part of the mapper: words of the file, and beside each of them the choice of what it means. */
export function MapperWords(props: {
  id: string
  title: string
  words: readonly { word: string; choice: ReactNode }[]
}) {
  return (
    <section className="grid gap-3" aria-labelledby={props.id}>
      <h2 id={props.id} className="title text-18">
        {props.title}
      </h2>
      <ul className="mapper-words">
        {props.words.map(({ word, choice }) => (
          <li key={word} className="mapper-column">
            <span className="min-w-0 truncate text-14">{word}</span>
            <Icon name="right" />
            {choice}
          </li>
        ))}
      </ul>
    </section>
  )
}
