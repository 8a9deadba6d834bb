// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placeToast } from './toast-position.ts'

// A window of 400 by 800 with a toast of 48 pixels, 16 above the bottom. happy-dom has no layout, so each element says
// where it is, and a later element lies over an earlier one.
type Box = [left: number, top: number, width: number, height: number]
let asked = 0
let region: HTMLElement

function put(html: string, box: Box, parent: Element = document.body): HTMLElement {
  const template = document.createElement('template')
  template.innerHTML = html
  const element = template.content.firstElementChild as HTMLElement
  element.getBoundingClientRect = () => new DOMRect(...box)
  parent.append(element)
  return element
}

beforeEach(() => {
  document.body.replaceChildren()
  asked = 0
  vi.stubGlobal('innerHeight', 800)
  document.elementsFromPoint = (x, y) => {
    asked += 1
    const all = [...document.body.querySelectorAll('*')].reverse()
    return all.filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return left <= x && x < right && top <= y && y < bottom
    })
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'elementsFromPoint')
})

function raised(): string {
  region = put('<div></div>', [0, 736, 400, 48])
  put('<div><button>Close</button></div>', [100, 736, 200, 48], region)
  placeToast(region)
  return region.style.getPropertyValue('--raise')
}

test('a toast with no control under it stays at the bottom', () => {
  put('<button>Beside</button>', [0, 740, 90, 40])
  put('<p>Words</p>', [0, 700, 400, 90])
  expect(raised()).toBe('')
})

test('it rises above the controls, and above those that it would cover there', () => {
  put('<button>Save</button>', [120, 750, 100, 40])
  put('<button>Name</button>', [120, 690, 100, 40])
  put('<button>Far above</button>', [120, 100, 100, 40])
  // Its lower edge is 8 pixels above the upper button.
  expect(raised()).toBe('102px')
})

test('a control behind a dialog is no reason to rise', () => {
  put('<button>Behind</button>', [120, 750, 100, 40])
  put('<div role="dialog"></div>', [0, 0, 400, 800])
  expect(raised()).toBe('')
})

test('in a grid of controls it leaves the bar at the bottom free', () => {
  for (let top = 0; top < 740; top += 40) put('<button>Poster</button>', [0, top, 400, 40])
  put('<div class="bottom"></div>', [0, 740, 400, 60])
  expect(raised()).toBe('52px')
})

test('it asks what lies at a point once for each control in its way, and for no other', () => {
  for (let at = 0; at < 200; at += 1) put('<button>Row</button>', [120, at, 100, 1])
  put('<button>Save</button>', [120, 750, 100, 40])
  expect(raised()).toBe('42px')
  expect(asked).toBe(1)
})
