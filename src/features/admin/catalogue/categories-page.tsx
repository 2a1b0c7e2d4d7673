/** Section 2, Admin: the categories list. */
export function CategoriesPage() {
  return <h2 className="display text-[26px]">Categories</h2>
}
