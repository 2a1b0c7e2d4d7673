import { expect, test } from 'vitest'
import { isOfDomain, isSameSite, ownDomainOf } from './domains.ts'

test.each([
  ['https://site.example/', 'site.example'],
  ['https://www.site.example/a/b', 'site.example'],
  ['http://app.site.co.uk/', 'site.co.uk'],
  ['https://name.github.io/', 'name.github.io'],
  ['https://app.name.vercel.app/x', 'name.vercel.app'],
  ['https://github.io/', undefined],
  ['https://vercel.app/', undefined],
  ['https://github.com/name/tool', undefined],
  ['https://sites.google.com/view/tool', undefined],
  ['https://play.google.com/store/apps/details?id=tool', undefined],
  ['https://apps.apple.com/app/tool', undefined],
  ['https://name.medium.com/', undefined],
  ['https://name.notion.site/tool', 'name.notion.site'],
  ['https://www.notion.so/name/tool', undefined],
  ['https://1.2.3.4/', undefined],
  ['https://[2606:4700::1]/', undefined],
  ['https://localhost/', undefined],
  ['https://256.256.256.256', undefined],
  ['https://site.example:99999', undefined],
])('%s is at the domain %s', (url, domain) => {
  expect(ownDomainOf(url)).toBe(domain)
})

test.each([
  ['ann@site.example', 'https://www.site.example/', 'yes'],
  ['Ann@SITE.example', 'https://app.site.example/', 'yes'],
  ['ann@mail.site.example', 'https://site.example/', 'elsewhere'],
  ['ann@othersite.example', 'https://site.example/', 'elsewhere'],
  ['ann@site.example@other.example', 'https://site.example/', 'elsewhere'],
  ['ann@site.example.other.example', 'https://site.example/', 'elsewhere'],
  ['ann@co.uk', 'https://site.co.uk/', 'elsewhere'],
  ['ann@github.io', 'https://name.github.io/', 'elsewhere'],
  ['ann@github.com', 'https://github.com/ann/tool', 'shared'],
  ['ann@proton.me', 'https://proton.me/', 'shared'],
  ['ann@gmail.com', 'https://gmail.com/', 'shared'],
  ['ann@google.com', 'https://gemini.google.com/', 'shared'],
  ['ann@site.example', 'https://site.example:99999', 'shared'],
])('%s for %s: %s', (email, url, outcome) => {
  expect(isOfDomain(email, url)).toBe(outcome)
})

test.each([
  ['https://site.example/', 'https://www.site.example/home', true],
  ['https://site.example/', 'https://app.site.example/', true],
  ['https://site.example/', 'https://site.example.net/', false],
  ['https://one.github.io/', 'https://two.github.io/', false],
  ['https://github.com/one', 'https://github.com/two', true],
  ['https://one.medium.com/', 'https://two.medium.com/', false],
  ['https://site.example/', 'https://github.com/one', false],
])('%s leads to %s of the same site: %s', (one, other, same) => {
  expect(isSameSite(one, other)).toBe(same)
})
