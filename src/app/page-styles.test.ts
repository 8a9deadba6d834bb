import { expect, test } from 'vitest'
import { selectStyles } from './page-styles.ts'
import { stylePartsOf } from './style-parts.ts'

const of = (css: string, html: string) => selectStyles(stylePartsOf(css), html)

test('a rule stays if an element has all classes of one of its selectors', () => {
  const css = '.a .b{color:red}.c,.d>a:hover{color:blue}.e.f{top:0}a{top:1px}'
  expect(of(css, '<p class="a"><i class="b x"></i></p>')).toBe('.a .b{color:red}a{top:1px}')
  expect(of(css, '<p class="d">')).toBe('.c,.d>a:hover{color:blue}a{top:1px}')
  expect(of(css, '<p class="e">')).toBe('a{top:1px}')
})

test('what stands in brackets is no condition', () => {
  const css = '.a:not(.b,.c){top:0}:is(.x,.y) i{top:1px}.a[title=".z"]:has(>.q){top:2px}'
  expect(of(css, '<p class="a">')).toBe(css)
})

test('escaped names are the names in the markup', () => {
  const css =
    '.\\32xl\\:p-4{top:0}.w-\\[calc\\(100\\%-2rem\\)\\]{top:1px}.\\[\\&\\>b\\]\\:p-1>b{top:2px}.max-md\\:\\[--z\\:72px\\]\\!{--z:72px!important}'
  expect(of(css, '<p class="2xl:p-4 w-[calc(100%-2rem)] [&amp;&gt;b]:p-1 max-md:[--z:72px]!">')).toBe(css)
  expect(of(css, '<p class="p-4">')).toBe('')
})

test('groups stay with the rules that are needed, and layers in their order', () => {
  const css =
    '/*! a } */\n@layer base{.a{top:0}}@layer more{.b{top:0}}@media (width>=1px){.a{top:1px}.b{top:2px}}@supports (top:0){.b{top:3px}}'
  expect(of(css, '<p class="a">')).toBe('@layer base{.a{top:0}}@layer more{}@media (width>=1px){.a{top:1px}}')
})

test('the rules of print come with the whole stylesheet', () => {
  expect(of('@media print{@page{margin:0}@layer base{.a{top:0}}}.a{top:1px}', '<p class="a">')).toBe('.a{top:1px}')
})

test('a rule stays with the rules inside it, and statements stay; faces do not', () => {
  const css =
    '@import "a{;}";@font-face{src:url(a.woff2)}@property --a{syntax:"*";inherits:false}@keyframes k{0%{top:0}to{top:1px}}.a{content:"}";&:hover .b{top:0}}'
  expect(of(css, '<p class="a">')).toBe(css.replace(/@font-face\{.*?\}/, ''))
})
