import { useEffect, useState } from 'react'
import { counted } from '#shared/counted.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { InfoPage } from '../info.contract.ts'
import { noQuestionText } from '../info-pages.texts.ts'
import { MarkdownText } from './info-text.tsx'

/** Questions as rows that open, with a search in questions and answers (G17). Without script the rows still open. */
export function Faq({ page }: { page: InfoPage }) {
  const [query, setQuery] = useState('')
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = page.sections.filter(({ title, html }) => {
    const text = `${title} ${plainTextOf(html)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  useEffect(openAddressed, [])
  return (
    <div className="grid max-w-[64ch] gap-6">
      <MarkdownText html={page.introduction} />
      <Field label="Search the questions" hint={countOf(words.length === 0 ? null : found.length)}>
        <TextInput
          type="search"
          value={query}
          placeholder="hours, privacy, friends"
          autoComplete="off"
          onChange={(event) => setQuery(event.target.value)}
        />
      </Field>
      {found.length === 0 ? (
        <p className="text-16 text-text-2">
          {noQuestionText(query.trim())}{' '}
          <a className="linkish" href="/info/contact">
            Ask the operator
          </a>
          .
        </p>
      ) : (
        <div className="faq">
          {found.map(({ id, title, html }) => (
            <details key={id} id={id} name="question">
              <summary>
                <h2>{title}</h2>
                <Icon name="down" />
              </summary>
              <MarkdownText html={html} />
            </details>
          ))}
        </div>
      )}
    </div>
  )
}

const countOf = (count: number | null): string | undefined =>
  count === null || count === 0 ? undefined : counted(count, 'question')

/** Opens the question that the address names. */
function openAddressed(): void {
  const addressed = document.getElementById(decoded(window.location.hash.slice(1)))
  if (addressed instanceof HTMLDetailsElement) {
    addressed.open = true
    addressed.scrollIntoView()
  }
}

/** Returns the fragment as it is if it has a broken escape, such as `#%`: no question has this id. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
