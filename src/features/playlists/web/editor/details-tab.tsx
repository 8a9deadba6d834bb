import { type UseFormReturn, useController } from 'react-hook-form'
import { numberText } from '#shared/counted.ts'
import { TITLE_EXAMPLE } from '#shared/sentences.ts'
import { lengthOf } from '#shared/text.ts'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { EDITOR_TEXTS, TYPE_HINTS } from '../../playlist-editor.texts.ts'
import type { Playlist } from '../../playlists.contract.ts'
import { DESCRIPTION_MAX, PLAYLIST_TYPES, TAGS_MAX, TITLE_MAX, tagsOf } from '../../playlists.rules.ts'
import { TYPE_LABELS } from '../../playlists.texts.ts'
import type { EditorFields } from './editor-fields.ts'
import { addressOf } from './previewed-playlist.ts'

const TYPES = PLAYLIST_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))

/** Renders the tab Details: title, description, type and tags (R-PLED-01, R-PLED-12, R-PLED-14, R-PLED-15). */
export function DetailsTab({ form, stored }: { form: UseFormReturn<EditorFields>; stored: Playlist | null }) {
  const { register, watch, formState } = form
  const { errors } = formState
  const { field: typeField } = useController({ control: form.control, name: 'type' })
  const [title, description, type, tagText] = watch(['title', 'description', 'type', 'tags'])
  const tags = tagsOf(tagText)
  return (
    <Section title="Basic Information">
      <div className="grid grid-cols-1 gap-4.5">
        <Field
          label="Title"
          error={errors.title?.message}
          counter={`${lengthOf(title.trim())} / ${TITLE_MAX}`}
          hint={<Address title={title} stored={stored} />}
        >
          <TextInput {...register('title')} required autoComplete="off" dir="auto" placeholder={TITLE_EXAMPLE} />
        </Field>
        <Field
          label="Description"
          error={errors.description?.message}
          counter={`${lengthOf(description.trim())} / ${numberText(DESCRIPTION_MAX)}`}
        >
          <TextArea {...register('description')} rows={5} dir="auto" />
        </Field>
        <Field label="Type" error={errors.type?.message} hint={TYPE_HINTS[type]}>
          <Select {...typeField} options={TYPES} />
        </Field>
        {type === 'event' && (
          <div className="grid gap-4.5 sm:grid-cols-2">
            <Field label="Start date" error={errors.startDate?.message}>
              <TextInput {...register('startDate')} type="date" className="num" />
            </Field>
            <Field label="End date" error={errors.endDate?.message}>
              <TextInput {...register('endDate')} type="date" className="num" />
            </Field>
          </div>
        )}
        <Field
          label="Tags"
          error={errors.tags?.message}
          counter={`${new Set(tags).size} / ${TAGS_MAX}`}
          hint={EDITOR_TEXTS.tagsHint}
        >
          <TextInput {...register('tags')} autoComplete="off" dir="auto" placeholder="cozy, short, couch co-op" />
        </Field>
        {tags.length > 0 && (
          <ul aria-label={EDITOR_TEXTS.tagsShown} className="-mt-2 flex flex-wrap gap-1.5">
            {[...new Set(tags)].map((tag) => (
              <li key={tag} className="chip edge max-w-full wrap-anywhere whitespace-normal" dir="auto">
                {tag}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

/** The address that the title gives; a published playlist stays at its own, so that links to it work (C08, R-PLED-14). */
function Address({ title, stored }: { title: string; stored: Playlist | null }) {
  const isFixed = stored?.isPublished === true
  return (
    <span className="wrap-anywhere">
      /playlists/<b className="font-[650] text-text-2">{addressOf(title, stored)}</b>
      {isFixed && ' stays, because it is published.'}
    </span>
  )
}
