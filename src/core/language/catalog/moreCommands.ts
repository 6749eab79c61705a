/** The commands outside the core, in the same form: analysis, packets, mail, groups of objects, forensics. */
export const moreCommands = String.raw`
xmlfile · source readsFiles · [cs=utf-8] [xpath="EXPRESSION"] PATH · Reads the selected nodes of XML files. · XML 파일에서 선택한 노드를 읽습니다.
pcapfile · source readsFiles · PATH · Reads the packets of a capture file. · 캡처 파일의 패킷을 읽습니다. · → payload
pcapdecode · rows reads · · Decodes the headers of packets. · 패킷의 헤더를 풀어냅니다. · → src_mac dst_mac vlan_id protocol src_ip src_port dst_ip dst_port payload
decodedhcp · rows reads · · Decodes DHCP packets. · DHCP 패킷을 풀어냅니다. · → client_ip client_mac fingerprint gateway_ip next_server_ip options tx_id your_ip
decodedns · rows reads · · Decodes DNS packets. · DNS 패킷을 풀어냅니다. · → direction domain type ip status flags answers authorities additionals bytes txid src_ip src_port dst_ip dst_port
decodehttp · rows reads · · Decodes HTTP sessions. · HTTP 세션을 풀어냅니다. · → host method path status sent rcvd req_time1 req_time2 res_time1 res_time2 src_ip src_port dst_ip dst_port
decodesflow · rows reads · · Decodes sFlow packets of version 5. · sFlow 버전 5 패킷을 풀어냅니다. · → agent_addr agent_id sample_type sampling_rate sample_pool drops flows counters input_if_index output_if_index src_id src_id_type uptime ver src_ip dst_ip
pcapreplay · sink sends · device="NAME" [pps=N] · Sends packets on a network interface. Requires the ADMIN role. · 네트워크 인터페이스로 패킷을 내보냅니다. ADMIN 권한이 필요합니다.
outputpcap · sink sends · PATH · Writes packets to a capture file of the server. · 패킷을 서버의 캡처 파일로 기록합니다.
alertmsg · rows reads · [locale=en|ko] · Adds the text of an alert from code, level, module_name and params. · code, level, module_name, params로 경보의 문구를 추가합니다. · → category name description message
auditmsg · rows reads · locale=en|ko · Adds the text of an audit entry from method and params. · method와 params로 감사 기록의 문구를 추가합니다.
bypass · rows reads local · · Passes rows through unchanged; a placeholder for a command. · 행을 그대로 넘깁니다. 명령의 자리를 표시할 때 씁니다. · bypass
curvefit · all reads · [degree=3] FIELD, FIELD · Fits a polynomial to two fields, at most 10,000 rows. · 두 필드에 다항식을 맞춥니다. 최대 10,000행입니다. · → _x _p
lof · all reads · [k=10] [eps=0.00001] FIELD[, …] [by FIELD[, …]] · Rates outliers by the local density of each group. · 그룹별로 지역 밀도에 따라 이상치를 점수로 매깁니다. · → _lof
stl · all reads · [period=SPAN] FIELD [by FIELD] · Splits a series into trend, season and rest. · 시계열을 추세, 계절성, 나머지로 나눕니다. · → _trend _seasonal _error
rforest · rows reads · [size=100] model=NAME | rforest [size=100] target=FIELD FIELD[, …] [ SUBQUERY ] · Guesses a field with a random forest. · 랜덤 포레스트로 필드의 값을 추정합니다. · → _guess
tfidf · all reads · [delimiter=" "] [numeric=f] [op=query|build] [threshold=0] FIELD[, …] [[ SUBQUERY ]] · Rates how much words tell. · 단어의 중요도를 계산합니다. · → term _idf _tfidf
flowsearch · rows reads · [ SUBQUERY ] · Finds the flow rules that match src_ip and dst_ip. · src_ip와 dst_ip에 맞는 흐름 규칙을 찾습니다. · → _flow _flowsearch_error
streamjoin · rows reads · [timeout=TIME] [type=inner|left|leftonly] FIELD[, …] [ SUBQUERY ] · Joins rows as they arrive with those of the subquery, also in stream queries. · 들어오는 행을 하위 쿼리의 결과와 결합합니다. 스트림 쿼리에서도 쓸 수 있습니다. · → _streamjoin_fail
groovy · rows runs · CLASS · Runs a script of the server on each row. · 행마다 서버의 스크립트를 실행합니다.
geocode_kr · source reads · · Lists the codes and names of Korean regions. · 한국 행정 구역의 코드와 이름을 조회합니다.
sendmail · sink sends · [html=f] · Sends an email for each row, from to, cc, bcc, subject and message. Requires the ADMIN role. · 행마다 to, cc, bcc, subject, message로 메일을 보냅니다. ADMIN 권한이 필요합니다. · → _sendmail_fail
sendsyslog · sink sends · dst=IP [port=514] [format=txt|json] [pri=134] [src=IP] · Sends each row as a syslog message. · 행마다 syslog 메시지를 보냅니다.
sendsyslog-tcp · sink sends · dst=IP [port=514] [framing=lf|rfc6587] [format=txt|json] [pri=134] · Sends each row as a syslog message over TCP. · 행마다 TCP로 syslog 메시지를 보냅니다.
system-syslog-tcp-senders · source reads · · Lists the connections of sendsyslog-tcp. · sendsyslog-tcp의 연결을 조회합니다. · → remote_ip remote_port framing is_connected sent_count dropped_count queued_count sent_bytes dropped_bytes queued_bytes last_connect_time first_sent_time last_sent_time
rss · source sends · url="URL" [strip=f] · Reads the entries of a feed over HTTP. · HTTP로 피드의 항목을 읽습니다. · → guid author title content link source created_at modified_at
checktable · source reads tables · [from=yyyyMMdd] [to=yyyyMMdd] [trace=f] [TABLE, …] · Compares the hashes of stored blocks. Requires the ADMIN role. · 저장된 블록의 해시를 비교합니다. ADMIN 권한이 필요합니다. · → table day block_id last_block_id signature hash msg
sentryswap · source reads · [base=NAME] · Reads the rows that wait to be sent by agents. · 에이전트가 전송하려고 대기하는 행을 읽습니다. · → _time _logger
alert · sink writes · · Creates events from _logger and _rule of each row. Requires the ADMIN role. · 각 행의 _logger와 _rule로 이벤트를 만듭니다. ADMIN 권한이 필요합니다.
schema · rows reads · CODE · Renames fields to their display names. · 필드를 표시 이름으로 바꿉니다.
sonar-set-ip-address · sink writes · fields="FIELD, …" [batchsize=N] [company=GUID] · Writes addresses of assets from ip and the named fields. · ip와 지정한 필드로 자산 주소를 기록합니다. · → _error
matchfeed · rows reads · [invert=f] [name=FEED] [type=domain|email|ip|md5|sha1|sha256|url] fields=FIELD,FIELD · Keeps the rows that match a threat intelligence feed. · 위협 인텔리전스 피드와 일치하는 행만 남깁니다. · → feed_name feed_field feed_invert
matchbehavior · rows reads · [invert=f] [verify=t] guid=GUID · Keeps the rows that match a behavior profile. · 행위 프로파일과 일치하는 행만 남깁니다. · → behavior_guid behavior_invert
matchblackip · rows reads · [invert=f] [verify=t] fields=FIELD,FIELD guid=GUID · Keeps the rows with an address on a blocklist. · 주소가 차단 목록에 있는 행만 남깁니다. · → blackip_guid blackip_name blackip_field blackip_invert
matchnet · rows reads tables local -invert -verify -tag -guid · [invert=f] [verify=t] [tag=f] field=FIELD guid=GUID · Keeps the rows with an address in a network of a group. On the local platform the name of a table follows field, which has the networks in its field network. · 주소가 네트워크 그룹에 속하는 행만 남깁니다. 로컬 플랫폼에서는 field 뒤에 테이블 이름을 쓰고, 그 테이블의 network 필드에서 네트워크를 읽습니다. · matchnet field=src_ip internal · → _matchnet_result
matchport · rows reads · [invert=f] [verify=t] [port=FIELD] [protocol=FIELD] guid=GUID · Keeps the rows with a port of a group. · 포트가 포트 그룹에 속하는 행만 남깁니다.
matchsig · rows reads · [invert=f] [verify=t] field=FIELD guid=GUID · Keeps the rows with a text of a pattern group. · 텍스트가 패턴 그룹과 일치하는 행만 남깁니다.
behavior · source reads · guid=GUID [from=DATE] [to=DATE] · Reads the rows of a behavior profile. · 행위 프로파일의 행을 읽습니다.
node-feed · source reads · name=FEED · Reads the entries of a feed on a collector node. · 수집 노드에서 피드의 항목을 읽습니다.
node-behavior · source reads · [guid=GUID] · Reads a behavior profile of a collector node, or lists all. · 수집 노드의 행위 프로파일을 읽거나 목록을 봅니다. · → id guid name description row curr_ver company_guid company_name schedule key_fields query created updated
node-ip-blacklist · source reads · [guid=GUID] · Reads a blocklist of a collector node, or lists all. · 수집 노드의 차단 목록을 읽거나 목록을 봅니다. · → ip description id guid name count version company_guid company_name created updated
node-subnet-group · source reads · [guid=GUID] · Reads a group of networks of a collector node, or lists all. · 수집 노드의 네트워크 그룹을 읽거나 목록을 봅니다. · → start_ip end_ip cidr description id guid name subnet_count
node-port-group · source reads · [guid=GUID] · Reads a group of ports of a collector node, or lists all. · 수집 노드의 포트 그룹을 읽거나 목록을 봅니다. · → protocol start end description id guid name port_count created_at updated_at
node-pattern-group · source reads · [guid=GUID] · Reads a group of patterns of a collector node, or lists all. · 수집 노드의 패턴 그룹을 읽거나 목록을 봅니다. · → expr expr2 rule id guid name description pattern_count
sonar-export-report · source sends · from=DATE to=DATE format=docx|html|pdf|hwpx path=PATH template=GUID · Writes a report to a file of the server. · 보고서를 서버의 파일로 기록합니다.
sonar-send-report · source sends · from=DATE to=DATE format=docx|html|pdf|hwpx mailto=ADDRESS template=GUID · Sends a report by email. · 보고서를 메일로 보냅니다. · → file_size mail_subject
mv · sink sends · from=PATH to=PATH · Moves a file of the server. · 서버의 파일을 옮깁니다.
summary · all unknown local · · Lists the fields of the rows with their types. · 행의 필드와 그 타입을 나열합니다. · table duration=1h web_access | summary · → name type
split · rows unknown · sep="," FIELD[, …] · Cuts the line into fields. · 줄을 잘라 필드로 만듭니다.
genian-nac-nodes · source unknown · · Lists the nodes of a network access control. · 네트워크 접근 제어의 노드를 조회합니다. · → nt_domain first_seen platform nic_vendor type ip
automatic-destinations-file · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads automatic jump lists. · 자동 점프 목록을 읽습니다. · → _file app_id file_ctime file_mtime file_atime target_file_size target_file_attrs target_file_ctime target_file_mtime target_file_atime
custom-destinations-file · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads custom jump lists. · 사용자 점프 목록을 읽습니다. · → _file app_id file_ctime file_mtime file_atime target_file_size target_file_attrs target_file_ctime target_file_mtime target_file_atime
evtx-file · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads Windows event logs. · Windows 이벤트 로그를 읽습니다. · → _time computer channel provider event_id task level record_id msg event_data
hive-file · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads a registry hive. · 레지스트리 하이브를 읽습니다. · → key type name value last_written
lnk-file · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads shortcut files. · 바로 가기 파일을 읽습니다. · → _file file_ctime file_mtime file_atime target_file_size target_file_attrs target_file_ctime target_file_mtime target_file_atime drive_serial
ntfs-logfile · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads the NTFS transaction log. · NTFS 트랜잭션 로그를 읽습니다. · → access_at client_data_length created_at file_name flags lsn mft_head mft_link_count mft_lsn modified_at
ntfs-mft · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads the NTFS master file table. · NTFS 마스터 파일 테이블을 읽습니다. · → no file_name file_path file_size alloc_size in_use is_dir link_count created_at modified_at
ntfs-usnjrnl · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads the NTFS change journal. · NTFS 변경 저널을 읽습니다. · → _time file_name file_no file_ref parent_file_no parent_file_ref reason usn
prefetch-file · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads prefetch files. · 프리페치 파일을 읽습니다. · → _file directories executable_name file_size hash last_run_time loaded_files prev_run_times run_count version
reg-bam-entries · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads background activity from the SYSTEM hive. · SYSTEM 하이브에서 백그라운드 활동을 읽습니다. · → _file sid file_name file_path last_execution
reg-network-profiles · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads network profiles from the SOFTWARE hive. · SOFTWARE 하이브에서 네트워크 프로파일을 읽습니다. · → _file guid profile_name description category category_id name_type name_type_id date_created date_last_connected
reg-opensave-files · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads the files of open and save dialogs from the NTUSER hive. · NTUSER 하이브에서 열기·저장 대화 상자의 파일을 읽습니다. · → file_path file_ext file_size access_at created_at modified_at mft_entry_index ntfs_seq last_written order
reg-recent-docs · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads recent documents from the NTUSER hive. · NTUSER 하이브에서 최근 문서를 읽습니다. · → file_name file_ext last_written order
reg-shellbags · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads visited folders from the NTUSER hive. · NTUSER 하이브에서 방문한 폴더를 읽습니다. · → file_name file_ext last_written order
reg-shim-cache · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads the application compatibility cache from the SYSTEM hive. · SYSTEM 하이브에서 응용 프로그램 호환성 캐시를 읽습니다. · → file_path modified_at
reg-user-assists · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads the programs run from the NTUSER hive. · NTUSER 하이브에서 실행한 프로그램을 읽습니다. · → key session_num exec_count focus_time last_execution last_written
recent-file-cache · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads the cache of recent files. · 최근 파일 캐시를 읽습니다. · → _file file_path
wer-file · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads Windows error reports. · Windows 오류 보고서를 읽습니다. · → app_name app_path app_session_guid application_identity boot_id consent consent_key dynamic_sigs etw_non_collect_reason event_time
wmi-objects-data · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] PATH · Reads the WMI repository. · WMI 저장소를 읽습니다. · → _file _time record_type class_name date1 date2 hash index_key instance_name name
srum-application-resource-usages · source readsFiles · PATH · Reads resource usage of applications from SRUDB.dat. · SRUDB.dat에서 응용 프로그램의 자원 사용량을 읽습니다. · → _time _file app_id app_name auto_inc_id background_bytes_read background_bytes_written background_context_switches background_cycle_time
srum-energy-usages · source readsFiles · PATH · Reads energy usage from SRUDB.dat. · SRUDB.dat에서 에너지 사용량을 읽습니다. · → _time _file app_id auto_inc_id charge_level configuration_hash cycle_count designed_capacity event_timestamp
srum-long-term-energy-usages · source readsFiles · PATH · Reads long-term energy usage from SRUDB.dat. · SRUDB.dat에서 장기 에너지 사용량을 읽습니다. · → _time _file active_ac_time active_dc_time active_discharge_time active_energy app_id auto_inc_id configuration_hash
srum-network-connectivities · source readsFiles · PATH · Reads network connections from SRUDB.dat. · SRUDB.dat에서 네트워크 연결을 읽습니다. · → _time _file app_id auto_inc_id connect_start_time connected_time interface_luid l2_profile_flags l2_profile_id
srum-network-usages · source readsFiles · PATH · Reads network usage from SRUDB.dat. · SRUDB.dat에서 네트워크 사용량을 읽습니다. · → _time _file app_id app_name auto_inc_id bytes_recvd bytes_sent interface_luid l2_profile_flags
srum-push-notifications · source readsFiles · PATH · Reads push notifications from SRUDB.dat. · SRUDB.dat에서 푸시 알림을 읽습니다. · → _time _file app_id auto_inc_id network_type notification_type payload_size sid user_id
timeline-activities · source readsFiles · PATH · Reads the timeline from ActivitiesCache.db. · ActivitiesCache.db에서 타임라인을 읽습니다. · → id executable activity_type payload_app_display_name payload_display_text payload_description payload_active_duration start_time end_time
zipfile-entries · source readsFiles · PATH · Lists the entries of a ZIP archive. · ZIP 파일의 항목을 조회합니다. · → zip_path entry file_size compressed_size modified_at comment
chrome-cookies · source readsFiles · PATH · Reads cookies of Chrome. · Chrome 쿠키를 읽습니다. · → _time host_key top_frame_site_key name value encrypted_value path expires priority
chrome-downloads · source readsFiles · PATH · Reads downloads of Chrome. · Chrome 다운로드를 읽습니다. · → _time start_time end_time mime_type file_open file_path file_size url referer
chrome-plugin-artifacts · source readsFiles · PATH · Reads the manifest of a Chrome extension. · Chrome 확장의 매니페스트를 읽습니다. · → name version description minimum_browser_version permissions update_url author background content_capabilities
chrome-search-terms · source readsFiles · PATH · Reads search terms of Chrome. · Chrome 검색어를 읽습니다. · → _time keywords title url
chrome-visits · source readsFiles · PATH · Reads visits of Chrome. · Chrome 방문 기록을 읽습니다. · → _time title visit_count typed_count hidden url
esedb-tables · source readsFiles · PATH · Lists the tables of an ESE database. · ESE 데이터베이스의 테이블을 조회합니다. · → _file table_name columns
firefox-downloads · source readsFiles · PATH · Reads downloads of Firefox. · Firefox 다운로드를 읽습니다. · → _time start_time end_time file_path file_size url
firefox-visits · source readsFiles · PATH · Reads visits of Firefox. · Firefox 방문 기록을 읽습니다. · → _time title visit_count typed_count hidden url
ie-cache-files · source readsFiles · PATH · Reads cached files of Internet Explorer. · Internet Explorer 캐시 파일을 읽습니다. · → _time container_id entry_id cache_id visit_count url file_name file_size sync_time
ie-cookies · source readsFiles · PATH · Reads cookies of Internet Explorer. · Internet Explorer 쿠키를 읽습니다.
ie-downloads · source readsFiles · PATH · Reads downloads of Internet Explorer. · Internet Explorer 다운로드를 읽습니다. · → _time container_id entry_id cache_id visit_count url file_path file_size sync_time
ie-visits · source readsFiles · PATH · Reads visits of Internet Explorer. · Internet Explorer 방문 기록을 읽습니다. · → _time container_id entry_id cache_id visit_count user url file_size sync_time
sqlite-tables · source readsFiles · PATH · Lists the tables of a SQLite database. · SQLite 데이터베이스의 테이블을 조회합니다. · → type name table_name root_page sql
esedb-columns · source readsFiles · table=NAME PATH · Lists the columns of a table of an ESE database. · ESE 데이터베이스 테이블의 열을 조회합니다. · → _file table_name column_id column_name column_type
esedb-records · source readsFiles · table=NAME PATH · Reads a table of an ESE database. · ESE 데이터베이스의 테이블을 읽습니다.
sqlite-records · source readsFiles · table=NAME PATH · Reads a table of a SQLite database. · SQLite 데이터베이스의 테이블을 읽습니다.
eml-file · source readsFiles · [zipcharset=utf-8] [zippath=ZIP] [raw=f] PATH · Reads emails. · 메일 파일을 읽습니다. · → _file _time mail_from mail_from_name mail_to mail_to_name mail_cc mail_cc_name mail_bcc mail_bcc_name mail_subject mail_content mail_attachments mail_headers attachments
linux-arp-entries · source readsFiles · · Reads the ARP table of the server. · 서버의 ARP 테이블을 읽습니다. · → type ip mac iface
linux-connections · source readsFiles · · Reads the connections of the server. · 서버의 네트워크 연결을 읽습니다. · → pid rx_queue tx_queue protocol local_ip local_port remote_ip remote_port state
linux-cron-jobs · source readsFiles · · Reads the cron jobs of the server. · 서버의 cron 작업을 읽습니다. · → user cron_schedule cmd_line
linux-env · source readsFiles · · Reads the environment of the server. · 서버의 환경 변수를 읽습니다. · → name value
linux-failed-logins · source readsFiles · [ignore-error=f] · Reads failed logins of the server. · 서버의 로그인 실패를 읽습니다. · → _time src_ip user
linux-hidden-files · source readsFiles · · Lists hidden files of the server. · 서버의 숨은 파일을 조회합니다. · → file_path file_name file_type permissions file_size file_ctime file_mtime file_atime owner_read owner_write owner_execute group_read group_write group_execute others_read others_write others_execute
linux-logins · source readsFiles · · Reads logins of the server. · 서버의 로그인을 읽습니다. · → _time src_ip host pid user tty login_time logout_time
linux-network-interfaces · source readsFiles · · Lists the network interfaces of the server. · 서버의 네트워크 인터페이스를 조회합니다. · → iface status mtu ip_addr netmask ip_addr6 prefix_len rx_pkts rx_bytes rx_errors
linux-no-owner-files · source readsFiles · · Lists files of the server without an owner. · 서버의 소유자 없는 파일을 조회합니다. · → file_path file_name file_type permissions file_size file_ctime file_mtime file_atime owner_read owner_write owner_execute group_read group_write group_execute others_read others_write others_execute
linux-non-device-files · source readsFiles · · Lists files of the server in /dev that are no devices. · 서버의 /dev에서 장치가 아닌 파일을 조회합니다. · → file_path file_name file_type permissions file_size file_ctime file_mtime file_atime owner_read owner_write owner_execute group_read group_write group_execute others_read others_write others_execute
linux-open-files · source readsFiles · · Lists open files of the server. · 서버의 열린 파일을 조회합니다. · → pid cmd_line user fd type file_size target
linux-partitions · source readsFiles · · Lists the partitions of the server. · 서버의 파티션을 조회합니다. · → device start end sector_count total_bytes type
linux-pipes · source readsFiles · · Lists the pipes of the server. · 서버의 파이프를 조회합니다. · → file_path file_name file_type permissions file_size file_ctime file_mtime file_atime owner_read owner_write owner_execute group_read group_write group_execute others_read others_write others_execute
linux-processes · source readsFiles · · Lists the processes of the server. · 서버의 프로세스를 조회합니다. · → user pid ppid cpu_usage mem_usage vsz rss status is_deleted cmd_line
linux-recent-files · source readsFiles · [from=DATE | span=SPAN] · Lists recently changed files of the server. · 서버에서 최근에 바뀐 파일을 조회합니다. · → file_path file_name file_type permissions file_size file_ctime file_mtime file_atime owner_read owner_write owner_execute group_read group_write group_execute others_read others_write others_execute
linux-rkhunter · source readsFiles · [ignore-error=f] · Looks for rootkits on the server. · 서버에서 루트킷을 검사합니다. · → target reason description
linux-routes · source readsFiles · · Reads the routes of the server. · 서버의 경로를 읽습니다. · → destination mask forward flags mss irtt iface
linux-setuid-files · source readsFiles · [md5=f] · Lists setuid files of the server. · 서버의 setuid 파일을 조회합니다. · → file_path file_name file_type permissions file_size file_ctime file_mtime file_atime owner_read owner_write owner_execute group_read group_write group_execute others_read others_write others_execute md5
linux-shell-sessions · source readsFiles · · Lists the shell sessions of the server. · 서버의 셸 세션을 조회합니다. · → user tty host src_ip idle_time jcpu pcpu cmd_line
linux-shell-commands · source readsFiles · · Reads the shell history of the server. · 서버의 셸 명령 기록을 읽습니다. · → user cmd_line
linux-system-files · source readsFiles · [md5=f] · Lists system files of the server. · 서버의 시스템 파일을 조회합니다. · → file_path file_name file_type permissions file_size file_ctime file_mtime file_atime owner_read owner_write owner_execute group_read group_write group_execute others_read others_write others_execute md5
linux-system-info · source readsFiles · · Describes the server. · 서버의 정보를 조회합니다. · → hostname kernel_ver kernel_build_time uptime load_avg_1m load_avg_5m load_avg_15m umask console_banner telnet_banner
linux-systemd-services · source readsFiles · · Lists the services of the server. · 서버의 서비스를 조회합니다. · → service load_status active_status sub_status
linux-systemd-timers · source readsFiles · · Lists the timers of the server. · 서버의 타이머를 조회합니다. · → timer status
linux-tmp-files · source readsFiles · · Lists temporary files of the server. · 서버의 임시 파일을 조회합니다. · → file_path file_name file_type permissions file_size file_ctime file_mtime file_atime owner_read owner_write owner_execute group_read group_write group_execute others_read others_write others_execute
linux-users · source readsFiles · · Lists the users of the server. · 서버의 사용자를 조회합니다. · → user uid gid description home_path shell
linux-user-groups · source readsFiles · · Lists the groups of the server. · 서버의 그룹을 조회합니다. · → gid group users
linux-vmstats · source readsFiles · · Reads memory statistics of the server. · 서버의 메모리 통계를 읽습니다. · → swap_size free_size buffer_size cache_size swap_in swap_out block_in block_out
`;
