import type { ReactNode } from 'react';

function Icon({ children, size = 16 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const MoonIcon = () => (
  <Icon>
    <path d="M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z" />
  </Icon>
);

export const SunIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4" />
  </Icon>
);

export const SignOutIcon = () => (
  <Icon>
    <path d="M10 4H5v16h5M15 8l4 4-4 4M9 12h10" />
  </Icon>
);

export const PassedIcon = ({ size }: { size?: number }) => (
  <Icon {...(size !== undefined && { size })}>
    <path d="M4 12.5l5 5L20 6.5" />
  </Icon>
);

export const FailedIcon = ({ size }: { size?: number }) => (
  <Icon {...(size !== undefined && { size })}>
    <path d="M5 5l14 14M19 5L5 19" />
  </Icon>
);

export const SkippedIcon = ({ size }: { size?: number }) => (
  <Icon {...(size !== undefined && { size })}>
    <path d="M5 12h14" />
  </Icon>
);

export const UpIcon = () => (
  <Icon>
    <path d="M12 19V5M6 11l6-6 6 6" />
  </Icon>
);

export const DownIcon = () => (
  <Icon>
    <path d="M12 5v14M6 13l6 6 6-6" />
  </Icon>
);

export const RemoveIcon = () => (
  <Icon>
    <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13" />
  </Icon>
);

export const GripIcon = () => (
  <Icon>
    <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" />
  </Icon>
);
