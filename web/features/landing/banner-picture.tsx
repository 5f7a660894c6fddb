/** A donor in the chair and the nurse beside her; drawn for this project. */
export function BannerPicture() {
  return (
    <svg viewBox="0 0 560 460" className="bb-picture" aria-hidden="true" focusable="false">
      <circle cx="300" cy="220" r="205" fill="var(--picture-back)" />
      {/* The lamp and the window */}
      <rect
        x="90"
        y="70"
        width="120"
        height="150"
        rx="14"
        fill="var(--picture-light)"
        stroke="var(--picture-line)"
        strokeWidth="3"
      />
      <path d="M150 70v150M90 145h120" stroke="var(--picture-line)" strokeWidth="3" />
      <circle cx="178" cy="108" r="16" fill="#f2b866" />
      {/* The chair */}
      <path d="M118 402l34-150c5-22 22-34 44-34h14l-26 118h176c24 0 38 18 34 40l-6 26" fill="#3f5563" />
      <path d="M132 402h270" stroke="#2c3d48" strokeWidth="14" strokeLinecap="round" />
      {/* The donor */}
      <path d="M196 236c8-30 34-44 62-38 34 7 52 30 58 62l10 62h-146z" fill="#d9823b" />
      <path d="M182 322h170c22 0 34 14 36 34l3 34h-40l-6-26H178c-20 0-24-42 4-42z" fill="#33475b" />
      <path d="M345 390h52c10 0 16 8 14 18h-70z" fill="#241917" />
      <circle cx="250" cy="150" r="43" fill="#8d5a3b" />
      <path
        d="M206 158c-10-46 16-72 50-70 28 1 46 20 44 44-22 2-40-6-50-18-6 18-22 34-44 44z"
        fill="#241917"
      />
      <circle cx="208" cy="172" r="22" fill="#241917" />
      <path d="M262 164q9 9 19 2" stroke="#4a2a18" strokeWidth="4" strokeLinecap="round" fill="none" />
      <circle cx="262" cy="147" r="3.5" fill="#241917" />
      <circle cx="283" cy="146" r="3.5" fill="#241917" />
      <path
        d="M300 246c30 12 54 26 92 30"
        stroke="#8d5a3b"
        strokeWidth="26"
        strokeLinecap="round"
        fill="none"
      />
      <path
        d="M284 232c16 2 30 10 42 18"
        stroke="#d9823b"
        strokeWidth="32"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M346 250l-8 28" stroke="#ffffff" strokeWidth="10" strokeLinecap="round" />
      <circle cx="400" cy="276" r="15" fill="var(--red)" />
      {/* The line and the bag */}
      <path d="M344 266c0 60 60 70 120 44" stroke="#b5121f" strokeWidth="4" fill="none" />
      <rect x="452" y="248" width="52" height="72" rx="12" fill="#ffffff" stroke="#b5121f" strokeWidth="4" />
      <path d="M455 282h46v26a9 9 0 0 1-9 9h-28a9 9 0 0 1-9-9z" fill="#b5121f" />
      {/* The nurse */}
      <path d="M398 402c-4-70 2-150 26-176 12-13 42-15 58-4 34 24 42 110 38 180z" fill="#5d8f8b" />
      <circle cx="446" cy="160" r="38" fill="#e3b08d" />
      <path
        d="M410 150c2-34 30-48 54-38 22 9 28 32 20 54-10-6-16-16-18-28-14 10-34 14-56 12z"
        fill="#6b3f24"
      />
      <circle cx="426" cy="160" r="3.5" fill="#241917" />
      <circle cx="445" cy="161" r="3.5" fill="#241917" />
      <path d="M424 177q10 10 20 3" stroke="#8a5a3c" strokeWidth="4" strokeLinecap="round" fill="none" />
      <path
        d="M434 250c-24 18-36 22-58 22"
        stroke="#e3b08d"
        strokeWidth="22"
        strokeLinecap="round"
        fill="none"
      />
      <path
        d="M452 236c-8 10-18 16-26 21"
        stroke="#4b7773"
        strokeWidth="30"
        strokeLinecap="round"
        fill="none"
      />
      <rect x="452" y="248" width="52" height="72" rx="12" fill="#ffffff" stroke="#b5121f" strokeWidth="4" />
      <path d="M455 282h46v26a9 9 0 0 1-9 9h-28a9 9 0 0 1-9-9z" fill="#b5121f" />
      {/* Two hearts of thanks */}
      <path
        d="M338 96c-14-12-22-19-22-29a12 12 0 0 1 22-6 12 12 0 0 1 22 6c0 10-8 17-22 29z"
        fill="var(--red)"
      />
      <path d="M376 60c-8-7-13-11-13-17a7 7 0 0 1 13-4 7 7 0 0 1 13 4c0 6-5 10-13 17z" fill="#d9823b" />
      <path d="M40 404h480" stroke="var(--control)" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
