import { NativeSelect } from '#web/ui/native-select.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { LETTER_GRADE, LETTER_GRADES } from '../grades.rules.ts'
import type { ImportField } from '../mapping.rules.ts'
import { gradeLabel, gradeText, RECOGNITION_TEXTS, WRITING_CHOICES } from '../recognition.texts.ts'
import { MapperWords } from './mapper-words.tsx'
import type { PartProps } from './translation.tsx'

type Choice = keyof typeof WRITING_CHOICES

/** The columns in which each way of writing occurs, what it looks like, and an example for a file whose first values have none. */
const LOOKS: readonly (readonly [Choice, readonly ImportField[], RegExp, example: string])[] = [
  [
    'is_decimal_comma',
    ['hours', 'playthrough_hours', 'rating', 'completion'],
    /(?<![\d.,])\d{1,3}\.\d{3}(?![\d.])/,
    '1.204',
  ],
  ['is_share', ['completion'], /^0?[.,]\d+$/, '0.45'],
  ['is_cross_no', ['tick', 'status'], /^x$/i, 'X'],
  ['is_hollow_no', ['tick', 'status'], /^[○◯〇]$/, '○'],
]

/** How the values of the file are written, where they can mean two things, each with an example of the file. */
export function WritingChoices({ table, mapping, onChange }: PartProps) {
  const valuesOf = (fields: readonly ImportField[]) =>
    Object.entries(mapping.columns).flatMap(([at, field]) =>
      fields.includes(field) ? (table.columns[Number(at)]?.values ?? []) : [],
    )
  const shown = LOOKS.flatMap(([choice, fields, looks, usual]) => {
    const found = valuesOf(fields).flatMap((value) => looks.exec(value.trim())?.[0] ?? [])[0]
    const example = found?.replace(choice === 'is_share' ? ',' : '', choice === 'is_share' ? '.' : '') ?? usual
    return found !== undefined || mapping[choice] !== undefined ? [{ choice, example }] : []
  })
  if (shown.length === 0) return null
  return (
    <section className="grid gap-3" aria-labelledby="mapper-writing">
      <h2 id="mapper-writing" className="title text-18">
        {RECOGNITION_TEXTS.written}
      </h2>
      <ul>
        {shown.map(({ choice, example }) => (
          <li key={choice} className="import-question">
            <span className="min-w-0 text-14">{WRITING_CHOICES[choice].about(example)}</span>
            <Segmented
              label={WRITING_CHOICES[choice].label}
              value={mapping[choice] ? 'yes' : 'no'}
              options={(['yes', 'no'] as const).map((value) => ({
                value,
                label: WRITING_CHOICES[choice][value](example),
              }))}
              onChange={(value) => onChange({ [choice]: value === 'yes' })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const LEFT_OUT = { value: '0', label: RECOGNITION_TEXTS.gradeLeftOut }
const RATINGS = Array.from({ length: 10 }, (_, at) => 10 - at)

/** The grades in letters that a column of ratings has, and how many stars each of them becomes. */
export function Grades({ table, mapping, onChange }: PartProps) {
  const at = Object.entries(mapping.columns).find(([, field]) => field === 'rating')?.[0]
  const values = (table.columns[Number(at ?? -1)]?.values ?? []).map((value) => value.trim().toUpperCase())
  const order = Object.keys(LETTER_GRADES)
  const grades = [...new Set(values.filter((value) => LETTER_GRADE.test(value)))].sort(
    (a, b) => order.indexOf(a) - order.indexOf(b),
  )
  if (grades.length === 0) return null
  const options = [...RATINGS.map((value) => ({ value: String(value), label: gradeText(value) })), LEFT_OUT]
  const words = grades.map((grade) => ({
    word: grade,
    choice: (
      <NativeSelect
        label={gradeLabel(grade)}
        value={String(mapping.grades?.[grade] ?? LETTER_GRADES[grade] ?? 0)}
        options={options}
        onChange={({ target }) => onChange({ grades: { ...mapping.grades, [grade]: Number(target.value) } })}
      />
    ),
  }))
  return <MapperWords id="mapper-grades" title={RECOGNITION_TEXTS.grades} words={words} />
}
