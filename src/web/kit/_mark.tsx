/** The mark: a slash of an address that becomes a mountain. Its colours are the page's. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
      <rect class="mark-ground" width="32" height="32" rx="8" />
      <path class="mark-ridge" d="m18.6 15.4 2.6-3.4 4.8 11" />
      <path class="mark-slash" d="M6 23 13.6 8l4.9 9.2" />
    </svg>
  );
}
