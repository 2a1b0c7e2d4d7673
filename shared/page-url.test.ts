import { expect, test } from 'vitest'
import { urlOfPage } from './page-url.ts'

test.each([
  ['https://a.example', '/', 'https://a.example/'],
  ['https://a.example', '/?page=2', 'https://a.example/?page=2'],
  ['https://a.example', '/tools', 'https://a.example/tools'],
  ['https://a.example/en', '/', 'https://a.example/en'],
  ['https://a.example/en', '/?page=2', 'https://a.example/en?page=2'],
  ['https://a.example/en', '/#website', 'https://a.example/en#website'],
  ['https://a.example/en', '/tools', 'https://a.example/en/tools'],
])('%s with %s is %s', (site, path, url) => {
  expect(urlOfPage(site, path)).toBe(url)
})
