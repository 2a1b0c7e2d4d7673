import { Link } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import type { MarkdownNode } from '~/lib/read-markdown'

/** A page of this site without search and hash, which the router's Link takes unchanged; a dot is in the names of files. */
const isPage = (href: string) => /^\/[^?#.]*$/.test(href)

/** Renders the tree of read-markdown.ts. `rel` is for external links. */
export function MarkdownNodes({ nodes, rel }: { nodes: readonly MarkdownNode[]; rel: string }) {
  return nodes.map((node, place) => show(node, place, rel))
}

function show(node: MarkdownNode, key: number, rel: string): ReactNode {
  if (typeof node === 'string') return node
  const { tag, content, href, start } = node
  const inner = content.map((child, place) => show(child, place, rel))
  if (href === undefined) return createElement(tag, { key, start }, ...inner)
  return isPage(href) ? (
    <Link key={key} to={href}>
      {inner}
    </Link>
  ) : (
    <a key={key} href={href} rel={rel}>
      {inner}
    </a>
  )
}
