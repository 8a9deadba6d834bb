import { useState } from 'react'
import { Part } from './design-part.tsx'
import { Checkbox, Field, NumberInput, PasswordInput, Radio, Switch, TextArea, TextInput } from './field.tsx'
import { Select } from './select.tsx'
import { Slider } from './slider.tsx'

const PLATFORMS = ['PC', 'Switch', 'PlayStation 5', 'Xbox Series X'].map((label) => ({ value: label, label }))

/** Design page: fields in every state. */
export function DesignFields() {
  const [notes, setNotes] = useState('Found the way round Greenpath at last.')
  const [progress, setProgress] = useState(61)
  return (
    <Part title="Inputs">
      <div className="grid max-w-[640px] gap-x-3.5 gap-y-5 sm:grid-cols-2">
        <Field label="Username" ok="Username is available!">
          <TextInput defaultValue="thelongdarkwanderer7" />
        </Field>
        <Field label="Email" error="Please enter a valid email address">
          <TextInput type="email" defaultValue="mara@example" />
        </Field>
        <Field label="Password" hint="At least eight characters">
          <PasswordInput defaultValue="correct horse" autoComplete="off" />
        </Field>
        <Field label="Hours Played">
          <NumberInput unit="h" placeholder="23.5" />
        </Field>
        <Field label="Platform">
          <Select options={PLATFORMS} defaultValue="Switch" />
        </Field>
        <Field label="Date">
          <TextInput type="date" defaultValue="2026-11-21" />
        </Field>
        <Field className="sm:col-span-2" label="Notes" counter={`${notes.length} / 500`}>
          <TextArea value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
        <Field className="sm:col-span-2" label="Progress" counter={`${progress} %`}>
          <Slider value={progress} onChange={setProgress} valueText={`${progress} percent`} />
        </Field>
        <Field label="Who may see it" group>
          <Radio name="who" label="Everybody" defaultChecked />
          <Radio name="who" label="Friends" hint="People you follow who follow you" />
        </Field>
        <div className="grid content-start gap-2">
          <Checkbox label="Share with friends" defaultChecked />
          <Checkbox label="Not yet" />
          <Checkbox label="Not possible" disabled />
          <Switch label="Weekly letter" hint="What friends played" defaultChecked />
          <Switch label="Off" />
        </div>
        <Field label="Disabled">
          <TextInput disabled defaultValue="Cannot be changed" />
        </Field>
        <Select look="chip" aria-label="Sort" className="justify-self-start" options={PLATFORMS} />
      </div>
    </Part>
  )
}
