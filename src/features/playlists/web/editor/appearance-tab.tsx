import { type Control, type UseFormReturn, useController } from 'react-hook-form'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Section } from '#web/ui/section.tsx'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import { readableText } from '../../playlists.rules.ts'
import { COLOR_PAIRS } from './color-pairs.ts'
import { CoverField, type CoverState } from './cover-field.tsx'
import type { EditorFields } from './editor-fields.ts'

const COLOR = /^#[0-9a-f]{6}$/i

/** Renders the tab Appearance: the cover, and the colours of the page's head (R-PLED-13, R-PLED-16). */
export function AppearanceTab({ form, cover }: { form: UseFormReturn<EditorFields>; cover: CoverState }) {
  const [backgroundColor, textColor] = form.watch(['backgroundColor', 'textColor'])
  const choose = (name: 'backgroundColor' | 'textColor', value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
  return (
    <Section title="Visual Customization">
      <div className="grid grid-cols-1 gap-6">
        <CoverField form={form} cover={cover} />
        <div className="grid gap-4.5 sm:grid-cols-2">
          <ColorField control={form.control} name="backgroundColor" label="Background" />
          <ColorField control={form.control} name="textColor" label="Text" />
        </div>
        {COLOR.test(backgroundColor) && COLOR.test(textColor) && (
          <Contrast background={backgroundColor.toLowerCase()} text={textColor.toLowerCase()} />
        )}
        <div role="group" aria-label="Colours that go together" className="flex flex-wrap gap-2">
          {COLOR_PAIRS.map((pair) => {
            const isOn = pair.backgroundColor === backgroundColor && pair.textColor === textColor
            return (
              <button
                key={pair.name}
                type="button"
                aria-pressed={isOn}
                className="color-pair"
                style={{ background: pair.backgroundColor, color: pair.textColor }}
                onClick={() => {
                  choose('backgroundColor', pair.backgroundColor)
                  choose('textColor', pair.textColor)
                }}
              >
                {pair.name}
              </button>
            )
          })}
        </div>
      </div>
    </Section>
  )
}

function ColorField(props: {
  control: Control<EditorFields>
  name: 'backgroundColor' | 'textColor'
  label: 'Background' | 'Text'
}) {
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  return (
    <Field label={props.label} error={fieldState.error?.message}>
      <span className="grid grid-cols-[44px_minmax(0,1fr)] gap-2">
        <input
          type="color"
          className="color-well"
          aria-label={EDITOR_TEXTS.pickColor(props.label.toLowerCase())}
          value={COLOR.test(field.value) ? field.value.toLowerCase() : '#000000'}
          onChange={(event) => field.onChange(event.target.value)}
        />
        <TextInput
          {...field}
          className="num"
          maxLength={7}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </span>
    </Field>
  )
}

/** Says whether readers see the text in the chosen colour; below 4.5 : 1 they see black or white (G34). */
function Contrast({ background, text }: { background: string; text: string }) {
  const shown = readableText(background, text)
  return (
    <p role="status" className="flex items-start gap-1.5 text-13 text-text-2">
      <Icon name={shown === text ? 'check' : 'alert'} className="mt-px" />
      {shown === text ? EDITOR_TEXTS.readsWell : EDITOR_TEXTS.littleContrast(shown === '#ffffff' ? 'white' : 'black')}
    </p>
  )
}
