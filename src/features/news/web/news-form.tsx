import { useState } from 'react'
import { numberText } from '#shared/counted.ts'
import { lengthOf } from '#shared/text.ts'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useNow } from '#web/use-env.ts'
import {
  BADGE_MAX,
  CATEGORIES,
  CONTENT_MAX,
  EXCERPT_MAX,
  type NewsCategory,
  type NewsStatus,
  slugOf,
  TITLE_MAX,
} from '../news.rules.ts'
import { NEWS_TEXTS } from '../news.texts.ts'
import { NEWS_EDITOR_TEXTS } from '../news-editor.texts.ts'
import { FIELD_NAMES, type Fields } from './news-fields.ts'
import { NewsPicture } from './news-parts.tsx'
import { useShownPicture } from './use-shown-picture.ts'

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: value }))
const STATUS_OPTIONS: readonly { value: NewsStatus; label: string }[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
  { value: 'archived', label: 'Archived' },
]

interface NewsFormProps {
  fields: Fields
  problems: Record<string, string>
  onChange: (changes: Partial<Fields>) => void
}

/** The fields of a post (G19). */
export function NewsForm(props: NewsFormProps) {
  const { fields, problems, onChange } = props
  return (
    <div className="grid gap-4.5">
      <Field
        label={FIELD_NAMES.title}
        error={problems.title}
        counter={`${lengthOf(fields.title.trim())} / ${TITLE_MAX}`}
      >
        <TextInput
          name="title"
          value={fields.title}
          required
          dir="auto"
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <SlugField fields={fields} problem={problems.slug} onChange={onChange} />
      <Field
        label={FIELD_NAMES.excerpt}
        error={problems.excerpt}
        counter={`${lengthOf(fields.excerpt.trim())} / ${EXCERPT_MAX}`}
        hint={NEWS_EDITOR_TEXTS.excerpt}
      >
        <TextArea
          name="excerpt"
          value={fields.excerpt}
          rows={3}
          dir="auto"
          onChange={(event) => onChange({ excerpt: event.target.value })}
        />
      </Field>
      <Field
        label={FIELD_NAMES.content}
        error={problems.content}
        counter={`${numberText(lengthOf(fields.content.trim()))} / ${numberText(CONTENT_MAX)}`}
        hint={NEWS_EDITOR_TEXTS.markdown}
      >
        <TextArea
          className="news-source"
          name="content"
          value={fields.content}
          rows={18}
          dir="auto"
          onChange={(event) => onChange({ content: event.target.value })}
        />
      </Field>
      <PictureField fields={fields} problem={problems.featured_image} onChange={onChange} />
      <NewsFacts {...props} />
    </div>
  )
}

/** When and where visitors see the post. */
function NewsFacts({ fields, problems, onChange }: NewsFormProps) {
  return (
    <div className="grid gap-4.5 sm:grid-cols-2">
      <Field label={FIELD_NAMES.category} error={problems.category}>
        <Select
          name="category"
          value={fields.category}
          placeholder="Choose a category"
          options={CATEGORY_OPTIONS}
          required
          onChange={(event) => onChange({ category: event.target.value as NewsCategory | '' })}
        />
      </Field>
      <Field
        label={FIELD_NAMES.badge}
        error={problems.badge}
        counter={`${lengthOf(fields.badge.trim())} / ${BADGE_MAX}`}
        hint={NEWS_EDITOR_TEXTS.featured}
      >
        <TextInput
          name="badge"
          value={fields.badge}
          dir="auto"
          onChange={(event) => onChange({ badge: event.target.value })}
        />
      </Field>
      <Field label={FIELD_NAMES.status} error={problems.status}>
        <Select
          name="status"
          value={fields.status}
          options={STATUS_OPTIONS}
          onChange={(event) => onChange({ status: event.target.value as NewsStatus })}
        />
      </Field>
      <TimeField fields={fields} problem={problems.published_at} onChange={onChange} />
    </div>
  )
}

function SlugField({ fields, problem, onChange }: Part) {
  return (
    <Field
      label={FIELD_NAMES.slug}
      error={problem}
      hint={
        <span className="wrap-anywhere">
          /news/{fields.slug.trim() || (fields.title.trim() && slugOf(fields.title))}
        </span>
      }
    >
      <TextInput
        name="slug"
        value={fields.slug}
        placeholder={fields.title.trim() === '' ? 'made-of-the-title' : slugOf(fields.title)}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange({ slug: event.target.value })}
        onBlur={() => fields.slug.trim() !== '' && onChange({ slug: slugOf(fields.slug) })}
      />
    </Field>
  )
}

type Part = { fields: Fields; problem: string | undefined; onChange: (changes: Partial<Fields>) => void }

/** The time in the time zone of this device. */
function TimeField({ fields, problem, onChange }: Part) {
  const now = useNow()
  const isLater = fields.publishAt !== '' && new Date(fields.publishAt) > now
  return (
    <Field
      label={FIELD_NAMES.publishAt}
      error={problem}
      hint={isLater ? NEWS_EDITOR_TEXTS.timeOfPublished : NEWS_EDITOR_TEXTS.timeEmpty}
    >
      <TextInput
        type="datetime-local"
        name="published_at"
        value={fields.publishAt}
        onChange={(event) => onChange({ publishAt: event.target.value })}
      />
    </Field>
  )
}

/** The address of the featured image, checked by loading it as readers will. */
function PictureField({ fields, problem, onChange }: Part) {
  const src = useShownPicture(fields.featured_image)
  const [checked, setChecked] = useState<{ src: string; isThere: boolean } | null>(null)
  const isThere = src && checked?.src === src ? checked.isThere : null
  const unseen = src === null ? NEWS_TEXTS.address : isThere === false ? NEWS_TEXTS.pictureMissing : undefined
  return (
    <Field
      label={FIELD_NAMES.featured_image}
      error={problem ?? unseen}
      ok={isThere === true ? NEWS_EDITOR_TEXTS.pictureFound : undefined}
      hint={NEWS_EDITOR_TEXTS.pictureHint}
    >
      <TextInput
        type="text"
        inputMode="url"
        name="featured_image"
        value={fields.featured_image}
        placeholder="https://example.com/picture.jpg"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ featured_image: event.target.value })}
      />
      {src && (
        <NewsPicture
          key={src}
          src={src}
          sizes="50vw"
          isFirst
          className="mt-1 max-w-80"
          onCheck={(isThere) => setChecked({ src, isThere })}
        />
      )}
    </Field>
  )
}
