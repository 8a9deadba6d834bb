import { Icon } from '#web/ui/icon.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { LETTER_GRADE } from '../grades.rules.ts'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import { DATE_ORDERS, HOURS_UNITS, IMPORT_FIELDS, type ImportField, MEANINGS, plainWords } from '../mapping.rules.ts'
import type { ImportRecognition, ImportTable } from '../recognition.contract.ts'
import {
  DATE_ORDER_LABELS,
  FIELD_OF_COLUMN_LABELS,
  HOURS_UNIT_LABELS,
  MEANING_LABELS,
  questionText,
  RECOGNITION_TEXTS,
  statusWordsText,
  WHY_LEFT_OUT,
} from '../recognition.texts.ts'
import { MapperWords } from './mapper-words.tsx'

export type Mapping = ImportTable['mapping']
type Question = ImportRecognition['questions'][number]

export interface PartProps {
  table: ImportTable
  recognised: ImportRecognition
  mapping: Mapping
  onChange: (part: Partial<Mapping>) => void
}

const NO_MEANING = { value: '', label: 'Leave out' }
const RATING_SCALES = [5, 10, 20, 100]
const TIMES: readonly ImportField[] = ['hours', 'playthrough_hours']
const DATES: readonly ImportField[] = ['release', 'added', 'last_played', 'started', 'finished', 'acquired']

const nameOf = (table: ImportTable, at: number) => table.columns[at]?.name || `Column ${at + 1}`

/** What the file does not say clearly comes first, asked once for all its rows. */
export function Questions(props: PartProps) {
  const { table, recognised } = props
  // Which column has the names is asked by the columns themselves.
  const questions = recognised.questions.filter(({ kind }) => kind !== 'title')
  if (questions.length === 0) return null
  const words = questions.filter(({ kind }) => kind === 'status')
  const asked = words.length < 2 ? questions : questions.filter(({ kind }) => kind !== 'status')
  return (
    <section className="import-questions" aria-labelledby="import-questions">
      <h2 id="import-questions" className="title text-18">
        {RECOGNITION_TEXTS.questions}
      </h2>
      <p className="text-14 text-text-2">{RECOGNITION_TEXTS.questionsAbout}</p>
      <ul>
        {words.length > 1 && <StatusWords {...props} questions={words} />}
        {asked.map((question) => (
          <li key={`${question.kind} ${question.column} ${question.value}`} className="import-question">
            <span className="min-w-0 text-14 break-words">
              {questionText(question, nameOf(table, question.column ?? -1))}
              {question.examples.length > 0 ? (
                <span className="block text-13 text-text-2">{question.examples.join(' · ')}</span>
              ) : (
                <Examples column={recognised.columns[question.column ?? -1]} isHidden={question.kind === 'status'} />
              )}
            </span>
            <Answer {...props} question={question} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All words and signs for the status are one question, with an answer for each of them. */
function StatusWords({ questions, ...props }: PartProps & { questions: readonly Question[] }) {
  return (
    <li className="import-question">
      <span className="min-w-0 text-14">{statusWordsText(questions.reduce((rows, { count }) => rows + count, 0))}</span>
      <ul className="import-words">
        {questions.map(({ value }) => (
          <li key={value}>
            <span className="min-w-0 text-14 break-words">{value}</span>
            <Meaning {...props} value={(value ?? '').toLowerCase()} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function Answer({ question, ...props }: PartProps & { question: Question }) {
  const at = question.column ?? 0
  if (question.kind === 'column') return <Field {...props} at={at} fields={question.about} />
  if (question.kind === 'unit') return <Unit {...props} at={at} />
  if (question.kind === 'scale') return <Scale {...props} />
  if (question.kind === 'date_order') return <DateOrder {...props} />
  if (question.kind === 'unread') return <Unread {...props} at={at} />
  return <Meaning {...props} value={(question.value ?? '').toLowerCase()} />
}

/** Each column with three of its values, an arrow, and what they become in words. Left-out columns come last. */
export function Translation(props: PartProps) {
  const { table, mapping } = props
  const places = table.columns.map((_, at) => at)
  const isUsed = (at: number) => mapping.columns[String(at)] !== undefined
  return (
    <section className="grid gap-3" aria-labelledby="mapper-columns">
      <h2 id="mapper-columns" className="title text-18">
        {RECOGNITION_TEXTS.columns}
      </h2>
      <ul>
        {[...places.filter(isUsed), ...places.filter((at) => !isUsed(at))].map((at) => (
          <Column key={at} {...props} at={at} />
        ))}
      </ul>
    </section>
  )
}

function Column({ at, ...props }: PartProps & { at: number }) {
  const { table, recognised, mapping } = props
  const { name, values } = table.columns[at] as ImportTable['columns'][number]
  const field = mapping.columns[String(at)]
  const described = recognised.columns[at]
  const isAsked = (kind: Question['kind'], column: number | null) =>
    recognised.questions.some((question) => question.kind === kind && question.column === column)
  const isFirstDate = field !== undefined && at === Number(firstPlaceOf(mapping, DATES))
  return (
    <li className="mapper-column" data-left-out={field === undefined || undefined}>
      <div className="min-w-0">
        <b className="block truncate text-14">{name || `Column ${at + 1}`}</b>
        <span className="block truncate text-13 text-text-3">{values.slice(0, 3).join(', ') || 'empty'}</span>
      </div>
      <Icon name="right" />
      <div className="grid min-w-0 justify-items-start gap-2">
        {!isAsked('column', at) && <Field {...props} at={at} fields={IMPORT_FIELDS} />}
        {field !== undefined && TIMES.includes(field) && !isAsked('unit', at) && <Unit {...props} at={at} />}
        {field === 'rating' && !values.every((value) => LETTER_GRADE.test(value)) && !isAsked('scale', at) && (
          <Scale {...props} />
        )}
        {isFirstDate && !isAsked('date_order', null) && <DateOrder {...props} />}
        {field === undefined && described?.left_out && (
          <span className="text-13 text-text-3">{WHY_LEFT_OUT[described.left_out]}</span>
        )}
        <Examples column={described?.field === field ? described : undefined} isHidden={field === 'title'} />
      </div>
    </li>
  )
}

function Field({ table, mapping, onChange, at, fields }: PartProps & { at: number; fields: readonly ImportField[] }) {
  const set = (next: string) => {
    const { [String(at)]: _, ...others } = mapping.columns
    onChange({ columns: (next === '' ? others : { ...others, [at]: next }) as Mapping['columns'] })
  }
  return (
    <NativeSelect
      label={`Meaning of ${table.columns[at]?.name || `column ${at + 1}`}`}
      value={mapping.columns[String(at)] ?? ''}
      onChange={({ target }) => set(target.value)}
      options={[NO_MEANING, ...fields.map((value) => ({ value, label: FIELD_OF_COLUMN_LABELS[value] }))]}
    />
  )
}

const firstPlaceOf = (mapping: Mapping, fields: readonly ImportField[]) =>
  Object.entries(mapping.columns).find(([, field]) => fields.includes(field))?.[0] ?? -1

/** 'Time Played 36000 → Hours: 10 h' */
function Examples({
  column,
  isHidden,
}: {
  column: ImportRecognition['columns'][number] | undefined
  isHidden: boolean
}) {
  if (isHidden || !column?.examples.some(({ to }) => to !== null)) return null
  return (
    <ul className="import-examples num">
      {column.examples.map(({ from, to }) => (
        <li key={from}>
          {from} → {to ?? 'nothing'}
        </li>
      ))}
    </ul>
  )
}

function Unit({ table, mapping, onChange, at }: PartProps & { at: number }) {
  return (
    <Segmented
      label={RECOGNITION_TEXTS.unitOf(nameOf(table, at))}
      value={mapping.units?.[String(at)] ?? mapping.hours_unit}
      options={HOURS_UNITS.map((value) => ({ value, label: HOURS_UNIT_LABELS[value] }))}
      onChange={(unit) => onChange({ units: { ...mapping.units, [at]: unit } })}
    />
  )
}

/** What becomes of the cells of a column that are not read. */
function Unread({ table, mapping, onChange, at }: PartProps & { at: number }) {
  const others = (mapping.unread_left_out ?? []).filter((place) => place !== at)
  return (
    <Segmented
      label={RECOGNITION_TEXTS.unreadOf(nameOf(table, at))}
      value={mapping.unread_left_out?.includes(at) ? 'leave' : 'note'}
      options={[
        { value: 'note', label: RECOGNITION_TEXTS.toNotes },
        { value: 'leave', label: RECOGNITION_TEXTS.gradeLeftOut },
      ]}
      onChange={(answer) => onChange({ unread_left_out: answer === 'leave' ? [...others, at] : others })}
    />
  )
}

function DateOrder({ mapping, onChange }: PartProps) {
  return (
    <Segmented
      label="Order of dates"
      value={mapping.date_order}
      options={DATE_ORDERS.map((value) => ({ value, label: DATE_ORDER_LABELS[value] }))}
      onChange={(date_order) => onChange({ date_order })}
    />
  )
}

function Scale({ mapping, onChange }: PartProps) {
  const scales = [...new Set([...RATING_SCALES, mapping.rating_max])].sort((a, b) => a - b)
  return (
    <Segmented
      label={IMPORT_SCREEN_TEXTS.bestRating}
      value={String(mapping.rating_max)}
      options={scales.map((scale) => ({ value: String(scale), label: String(scale) }))}
      onChange={(value) => onChange({ rating_max: Number(value) })}
    />
  )
}

function Meaning({ mapping, onChange, value }: PartProps & { value: string }) {
  const set = (meaning: string) => {
    const { [value]: _, ...others } = mapping.statuses
    onChange({ statuses: (meaning === '' ? others : { ...others, [value]: meaning }) as Mapping['statuses'] })
  }
  return (
    <NativeSelect
      label={`Status “${value}”`}
      value={mapping.statuses[value] ?? mapping.statuses[plainWords(value)] ?? ''}
      options={[NO_MEANING, ...MEANINGS.map((meaning) => ({ value: meaning, label: MEANING_LABELS[meaning] }))]}
      onChange={({ target }) => set(target.value)}
    />
  )
}

/** The words of the column for the status that are no question. */
export function Words(props: PartProps) {
  const { table, recognised, mapping } = props
  const at = firstPlaceOf(mapping, ['status'])
  const asked = new Set(recognised.questions.map(({ value }) => value?.toLowerCase()))
  const values = [...new Set((table.columns[Number(at)]?.values ?? []).map((value) => value.toLowerCase()))]
  const known = values.filter((value) => !asked.has(value))
  if (known.length === 0) return null
  const words = known.map((value) => ({ word: value, choice: <Meaning {...props} value={value} /> }))
  return <MapperWords id="mapper-words" title={FIELD_OF_COLUMN_LABELS.status} words={words} />
}
