/** Section 2, Admin: the tools list. */
export function ToolsPage() {
  return <h2 className="display text-[26px]">Tools</h2>
}
