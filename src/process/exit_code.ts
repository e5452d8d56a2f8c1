/** What a supervisor may tell apart, from sysexits.h; 2 is the check's own. */
export const EXIT = { notRead: 2, usage: 64, unavailable: 69, misconfigured: 78 } as const;
