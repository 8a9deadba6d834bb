{{- define "savepoint.name" -}}
{{- if contains "savepoint" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-savepoint" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "savepoint.selector" -}}
app.kubernetes.io/name: savepoint
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "savepoint.labels" -}}
{{ include "savepoint.selector" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "savepoint.secretName" -}}
{{- .Values.existingSecret | default (include "savepoint.name" .) }}
{{- end }}

{{- /* "true" where the nodes use a PostgreSQL of their own and not the embedded one. */ -}}
{{- define "savepoint.hasDatabase" -}}
{{- if or .Values.hasDatabase .Values.secretSettings.DATABASE_URL }}true{{ end }}
{{- end }}

{{- /* Refuses values that cannot work. */ -}}
{{- define "savepoint.check" -}}
{{- $hasDatabase := include "savepoint.hasDatabase" . }}
{{- if and (gt (int .Values.replicas) 1) (not $hasDatabase) }}
{{- fail "More than one node needs DATABASE_URL: set it in secretSettings, or set existingSecret and hasDatabase." }}
{{- end }}
{{- if and .Values.existingSecret .Values.secretSettings }}
{{- fail "Set either existingSecret or secretSettings." }}
{{- end }}
{{- if and .Values.hasDatabase (not .Values.existingSecret) (not .Values.secretSettings.DATABASE_URL) }}
{{- fail "hasDatabase needs existingSecret, or DATABASE_URL in secretSettings." }}
{{- end }}
{{- if and .Values.secretSettings.DATABASE_URL (lt (len (default "" .Values.secretSettings.SECRET)) 32) }}
{{- fail "DATABASE_URL needs SECRET, at least 32 random characters that all nodes share, in secretSettings." }}
{{- end }}
{{- if and .Values.backups.size (gt (int .Values.replicas) 1) (ne .Values.backups.accessMode "ReadWriteMany") }}
{{- fail "A volume for backups that more than one node uses needs backups.accessMode: ReadWriteMany." }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) }}
{{- fail "ingress.enabled needs ingress.host, the name of the site." }}
{{- end }}
{{- range $name, $value := .Values.settings }}
{{- if regexMatch "(^|_)(SECRET|KEY)$|^(DATABASE|SMTP|STORAGE)(_[A-Z]+)*_URLS?$" $name }}
{{- fail (printf "%s is a secret: set it in secretSettings." $name) }}
{{- end }}
{{- end }}
{{- end }}
